/**
 * What the client knows of one room that it follows, moved by the server's messages.
 *
 * Pure: messages and times in, news out. A room is live while its picture is the newest that the
 * server has sent. Updates count versions without gaps; what does not fit is a gap, and the
 * session then asks for the rest.
 */

import { fold } from "./fold/room.ts";
import type { FairnessProblem } from "./errors.ts";
import type { Phase, RoomEvent, RoomView } from "./generated/room.ts";
import type { ChatLine, Followed, Prompts, Snapshot, Update } from "./generated/server.ts";

/** How a room is followed: by what happened, or by the whole picture after it. */
export type Mode = "events" | "views";

/** An open decision of any seat. */
export interface Prompt {
  readonly seat: number;
  /** The version at which the decision opened; an action names it. */
  readonly prompt: number;
  /** What kind it is, a word of the game. */
  readonly decision: string;
  /** When its time is over, by the client's clock, in ms; as far as that can be known. */
  readonly deadlineAt: number;
  /** The same in play time, which stands still while no server lives. */
  readonly deadlineMs: number;
}

/** An open decision of the own seat. */
export interface Turn extends Prompt {
  readonly room: string;
  /** All actions that the rules allow now, in the server's order. */
  readonly legal: readonly unknown[];
  /** The room at this prompt. */
  readonly view: RoomView;
  /** Tells this prompt from every other: with the number, how often history was taken back. */
  readonly key: string;
}

/** What a room's listeners are told. */
export type RoomNews =
  | {
      readonly kind: "changed";
      readonly version: number;
      readonly events: readonly RoomEvent[];
      readonly view: RoomView;
    }
  | {
      readonly kind: "fresh";
      readonly version: number;
      readonly reason: string;
      readonly view: RoomView;
    }
  | { readonly kind: "said"; readonly line: ChatLine }
  | { readonly kind: "watched"; readonly count: number }
  | { readonly kind: "doubted"; readonly problem: FairnessProblem };

/** Why an update does not fit the picture. */
export type Gap = "hole" | "other_history" | "unreadable";

/**
 * How far the picture is: `follow` is not answered; a snapshot was promised; the missed updates
 * were; it is the newest.
 */
export type Sync = "asked" | "picture" | "catching_up" | "live";

/** Lines of chat that a room keeps. */
export const CHAT_LINES = 100;

/** One followed room. */
export class Following {
  readonly room: string;
  mode: Mode;
  player: string | null;
  sync: Sync = "asked";
  version: number | null = null;
  tag: string | null = null;
  view: RoomView | null = null;
  prompts: readonly Prompt[] = [];
  turn: Turn | null = null;
  chat: readonly ChatLine[] = [];
  watchers = 0;
  #target = 0;
  #history = 0;

  constructor(room: string, mode: Mode, player: string | null) {
    this.room = room;
    this.mode = mode;
    this.player = player;
  }

  /** `follow` is on its way: until it is answered, updates are of the old following. */
  asked(): void {
    this.sync = "asked";
  }

  /** Forget where the picture stopped, so that a fresh one is asked for. */
  startAnew(): void {
    this.version = null;
    this.tag = null;
  }

  /** The answer to `follow`. */
  takeFollowed(message: Followed, now: number): void {
    this.watchers = message.watchers;
    for (const line of message.chat) this.takeLine(line);
    if (message.reason !== null || this.version === null) {
      this.sync = "picture";
      return;
    }
    this.#target = message.version;
    this.sync = this.version >= message.version ? "live" : "catching_up";
    this.#moveDeadlines(message.now_ms, now);
  }

  /** A whole picture takes the place of what was known. */
  takeSnapshot(message: Snapshot, now: number): RoomNews {
    if (message.reason === "rolled_back") this.#history += 1;
    this.version = message.version;
    this.tag = message.tag;
    this.view = message.view;
    this.sync = "live";
    this.#takePrompts(message.prompts, now);
    return { kind: "fresh", version: message.version, reason: message.reason, view: message.view };
  }

  /** One step; null: it is known already, or of a following that is over. */
  takeUpdate(message: Update, now: number): RoomNews | Gap | null {
    if (this.sync === "asked" || this.sync === "picture") return null;
    if (this.view === null || this.version === null) return null;
    if (message.version <= this.version) {
      return message.version === this.version && message.tag !== this.tag ? "other_history" : null;
    }
    if (message.version !== this.version + 1 && message.view === null) return "hole";
    const events = message.events as RoomEvent[];
    const view = message.view ?? this.#folded(this.view, events);
    if (view === null) return "unreadable";
    this.version = message.version;
    this.tag = message.tag;
    this.view = view;
    if (this.sync === "catching_up" && this.version >= this.#target) this.sync = "live";
    if (message.prompts !== null) this.#takePrompts(message.prompts, now);
    return { kind: "changed", version: this.version, events, view };
  }

  /**
   * A line of chat; null: it is known already. A line that is hidden comes a second time with its
   * number, and takes the place of the first.
   */
  takeLine(line: ChatLine): RoomNews | null {
    this.chat = withLine(this.chat, line) ?? this.chat;
    return this.chat.includes(line) ? { kind: "said", line } : null;
  }

  #folded(view: RoomView, events: readonly RoomEvent[]): RoomView | null {
    try {
      return events.reduce((made, event) => this.#movedSeat(made, event, fold(made, event)), view);
    } catch (error) {
      // An event that is not of its form costs a fresh picture and not the client.
      if (error instanceof TypeError) return null;
      throw error;
    }
  }

  /** `you` after an event by which the own player sat down or his seat became free. */
  #movedSeat(before: RoomView, event: RoomEvent, after: RoomView): RoomView {
    const { you } = before;
    switch (event.type) {
      case "joined":
        return event.player === this.player ? { ...after, you: event.seat } : after;
      case "left":
        return event.seat === you && before.phase !== "playing" ? { ...after, you: null } : after;
      case "game_ended":
        return you !== null && before.seats[you]?.left === true ? { ...after, you: null } : after;
      default:
        return after;
    }
  }

  #takePrompts(prompts: Prompts, now: number): void {
    const { room, view } = this;
    this.prompts = prompts.turns.map(({ seat, prompt, decision, deadline_ms }) => ({
      ...{ seat, prompt, decision },
      deadlineAt: now + deadline_ms - prompts.now_ms,
      deadlineMs: deadline_ms,
    }));
    const legal = prompts.turns.find((each) => each.seat === view?.you)?.legal ?? null;
    const own = this.prompts.find((each) => each.seat === view?.you);
    this.turn = null;
    if (view !== null && own !== undefined && legal !== null) {
      const key = `${String(this.#history)}:${String(own.prompt)}`;
      this.turn = { ...own, room, legal, view, key };
    }
  }

  /** Play time stood still for a while: open prompts have more time than it seemed. */
  #moveDeadlines(nowMs: number, now: number): void {
    const deadlineAt = ({ deadlineMs }: Prompt) => now + deadlineMs - nowMs;
    this.prompts = this.prompts.map((each) => ({ ...each, deadlineAt: deadlineAt(each) }));
    if (this.turn !== null) this.turn = { ...this.turn, deadlineAt: deadlineAt(this.turn) };
  }
}

/** The lines with one more, or with it in the place of the one of its number; null: as before. */
export function withLine(lines: readonly ChatLine[], line: ChatLine): readonly ChatLine[] | null {
  const at = lines.findIndex((each) => each.n === line.n);
  if (at >= 0) return lines[at]?.hidden === line.hidden ? null : lines.with(at, line);
  const last = lines.at(-1);
  if (last !== undefined && line.n < last.n) return null;
  return [...lines, line].slice(-CHAT_LINES);
}

export type { ChatLine, Phase, RoomEvent, RoomView };
