/** Following rooms: what the server says of them, what is asked when something is missing. */

import {
  ended,
  FairnessProblem,
  type KozyrError,
  left,
  type Refused,
  RoomEnded,
} from "./errors.ts";
import { FairSeat } from "./fair_seat.ts";
import { Following, type Mode, type RoomNews } from "./following.ts";
import type { Command, ServerMessage, ServerMessageOf, Unsent } from "./messages.ts";
import type { Outstanding, Pending } from "./outstanding.ts";

// Gaps of a room, without an update that fits between, that are asked about; then the line is
// thought broken.
const MOST_GAPS = 3;

// How often a command has its room followed again because the server had forgotten it.
const MOST_REFOLLOWS = 2;

/** What opens a room that is not open to all. */
export interface Entry {
  readonly code?: string | null;
  readonly password?: string | null;
}

/** What the follower needs of the session. */
export interface FollowerHost {
  readonly pending: Outstanding;
  heard(room: string, news: RoomNews): void;
  /** The room's picture, prompts or sync changed. */
  moved(room: string): void;
  roomEnded(room: string, error: KozyrError | null): void;
  broken(reason: string): void;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: KozyrError) => void;
}

/** All rooms that one session follows. */
export class Follower {
  /** By id; also those whose first picture is still awaited. */
  readonly rooms = new Map<string, Following>();
  readonly #host: FollowerHost;
  readonly #newSeed: () => Uint8Array;
  readonly #entries = new Map<string, Entry>();
  readonly #follows = new Map<string, Pending>();
  readonly #gaps = new Map<string, number>();
  readonly #fair = new Map<string, FairSeat>();
  readonly #wanted = new Map<string, ServerMessageOf<"link_wanted">>();
  readonly #waiting = new Map<string, Waiter[]>();
  #player: string | null = null;

  constructor(host: FollowerHost, newSeed: () => Uint8Array) {
    this.#host = host;
    this.#newSeed = newSeed;
  }

  // --- Asked by the session --------------------------------------------------------------------

  /** Follow a room; resolved when its picture is there. */
  follow(room: string, mode: Mode, isFair: boolean, entry: Entry, now: number): Promise<void> {
    let following = this.rooms.get(room);
    if (following === undefined) {
      following = new Following(room, mode, this.#player);
      this.rooms.set(room, following);
    } else if (following.mode !== mode) {
      following.mode = mode;
      following.startAnew();
    }
    this.#entries.set(room, entry);
    if (isFair && !this.#fair.has(room)) this.#fair.set(room, new FairSeat(room, this.#newSeed));
    const target = following;
    return new Promise((resolve, reject) => {
      this.#waiting.set(room, [...(this.#waiting.get(room) ?? []), { resolve, reject }]);
      this.#ask(target, now);
    });
  }

  /** The tip to sit down with; null where the seat takes no part in shuffles. */
  tip(room: string): string | null {
    const fair = this.#fair.get(room);
    return fair === undefined || fair.isOff ? null : fair.tip;
  }

  /** Whether a command can be sent: its room is followed on this line, if it is followed at all. */
  isOpen(pending: Pending): boolean {
    if (pending.room === null || pending.command.type === "follow") return true;
    const following = this.rooms.get(pending.room);
    return following === undefined || following.sync === "live";
  }

  /** The command as it is to be sent now: `follow` says where the picture stopped. */
  filled(command: Command): Command {
    if (command.type !== "follow") return command;
    const following = this.rooms.get(command.room);
    if (following === undefined) return command;
    following.asked();
    const { mode, version, tag } = following;
    const { code = null, password = null } = this.#entries.get(command.room) ?? {};
    // What is null is left out: an older server of this version refuses fields that it does not know.
    const entry = {
      ...(code === null ? {} : { code }),
      ...(password === null ? {} : { password }),
    };
    return { ...command, mode, version, tag, ...entry };
  }

  /** A new line is up: follow all rooms on it. */
  greeted(player: string, now: number): void {
    this.#player = player;
    for (const following of this.rooms.values()) {
      following.player = player;
      this.#ask(following, now);
    }
  }

  /** The line has ended. */
  disconnected(): void {
    this.#gaps.clear();
    this.#wanted.clear();
    for (const following of this.rooms.values()) {
      following.asked();
      this.#host.moved(following.room);
    }
  }

  /** A room is not followed any more; its commands fail with it. */
  drop(room: string, error: KozyrError | null): void {
    if (!this.rooms.delete(room)) return;
    for (const kept of [this.#entries, this.#follows, this.#gaps, this.#fair, this.#wanted]) {
      kept.delete(room);
    }
    const reason = error ?? left(room, false);
    for (const pending of this.#host.pending.ofRoom(room)) {
      // That it is not followed any more is still to be said.
      if (pending.command.type === "unfollow") continue;
      this.#host.pending.pop(pending.id);
      pending.failed(error ?? left(room, pending.tries > 0));
    }
    this.#settle(room, reason);
    this.#host.roomEnded(room, error);
  }

  /** Whether the refusal shows that the server had forgotten the following: it is made again. */
  isForgotten(pending: Pending, refused: Refused, now: number): boolean {
    const following = pending.room === null ? undefined : this.rooms.get(pending.room);
    if (refused.code !== "not_following" || following === undefined) return false;
    if (pending.command.type === "unfollow") return false;
    if (pending.refollows >= MOST_REFOLLOWS) return false;
    pending.refollows += 1;
    pending.sentAt = null;
    this.#ask(following, now);
    return true;
  }

  // --- Messages --------------------------------------------------------------------------------

  /** Something was said of a room. */
  take(message: ServerMessage, now: number): void {
    if (!("room" in message) || typeof message.room !== "string") return;
    const following = this.rooms.get(message.room);
    if (following === undefined) return;
    switch (message.type) {
      case "followed":
        if (this.#follows.get(message.room)?.id !== message.id) return;
        following.takeFollowed(message, now);
        this.#host.moved(message.room);
        this.#synced(following, now);
        return;
      case "snapshot":
        this.#takeSnapshot(following, message, now);
        return;
      case "update":
        this.#takeUpdate(following, message, now);
        return;
      case "link_wanted":
        this.#wanted.set(message.room, message);
        this.#feed(following, now);
        return;
      case "chat": {
        const said = following.takeLine(message.line);
        if (said !== null) this.#host.heard(message.room, said);
        return;
      }
      case "watchers":
        following.watchers = message.count;
        this.#host.heard(message.room, { kind: "watched", count: message.count });
        return;
      case "unfollowed":
        this.#takeUnfollowed(following, message.reason);
        return;
      default:
        return;
    }
  }

  #takeUnfollowed(following: Following, reason: string): void {
    if (reason === "outdated") {
      // The room goes on: it is followed again on the next line, at another server.
      following.asked();
      this.#host.broken(`room ${following.room} needs a newer server`);
    } else {
      this.drop(following.room, ended(following.room, reason));
    }
  }

  #takeSnapshot(following: Following, message: ServerMessageOf<"snapshot">, now: number): void {
    if (following.sync === "asked") return;
    const fresh = following.takeSnapshot(message, now);
    this.#fair.get(following.room)?.takePicture(message.view);
    this.#host.heard(following.room, fresh);
    this.#synced(following, now);
  }

  #takeUpdate(following: Following, message: ServerMessageOf<"update">, now: number): void {
    const result = following.takeUpdate(message, now);
    if (result === null) return;
    if (typeof result === "string") {
      this.#mend(following, result === "unreadable", now);
      return;
    }
    this.#gaps.delete(following.room);
    this.#host.heard(following.room, result);
    const fair = this.#fair.get(following.room);
    if (fair !== undefined && result.kind === "changed") {
      for (const problem of fair.takeEvents(result.events, result.view)) this.#doubt(problem);
    }
    this.#synced(following, now);
  }

  /** Ask for what is missing: first the missed updates, then a fresh picture, then leave. */
  #mend(following: Following, isUnreadable: boolean, now: number): void {
    const tries = (this.#gaps.get(following.room) ?? 0) + 1;
    this.#gaps.set(following.room, tries);
    if (tries > MOST_GAPS) {
      this.#host.broken(`the updates of room ${following.room} do not fit`);
      return;
    }
    if (isUnreadable || tries > 1) following.startAnew();
    this.#ask(following, now);
  }

  /** Follow a room from where it stopped. One `follow` of a room waits at a time. */
  #ask(following: Following, now: number): void {
    const { room } = following;
    following.asked();
    const waiting = this.#host.pending.get(this.#follows.get(room)?.id);
    if (waiting !== undefined) {
      waiting.sentAt = null;
      waiting.dueAt = now;
      return;
    }
    const pending = this.#add({ type: "follow", room }, now, (error) => {
      this.#settle(room, error);
      this.drop(room, ended(room, error.code));
    });
    if (pending !== null) this.#follows.set(room, pending);
  }

  /** A command of its own; null: too many wait, and the line is given up for it. */
  #add(
    command: Unsent,
    now: number,
    failed: (error: KozyrError) => void,
    done: () => void = () => undefined,
  ): Pending | null {
    try {
      return this.#host.pending.add(command, now, done, failed);
    } catch {
      this.#host.broken("too many commands wait");
      return null;
    }
  }

  /** The picture may be whole now: whoever waits for it has it. */
  #synced(following: Following, now: number): void {
    if (following.sync !== "live") return;
    const pending = this.#follows.get(following.room);
    if (pending !== undefined) {
      this.#follows.delete(following.room);
      this.#host.pending.pop(pending.id);
    }
    this.#host.moved(following.room);
    this.#settle(following.room, null);
    this.#commitTip(following, now);
    this.#feed(following, now);
  }

  /** Tell whoever waits for the picture of a room what became of it. */
  #settle(room: string, error: KozyrError | null): void {
    const waiting = this.#waiting.get(room) ?? [];
    this.#waiting.delete(room);
    for (const { resolve, reject } of waiting) {
      if (error === null) resolve();
      else reject(error);
    }
  }

  // --- Shuffles --------------------------------------------------------------------------------

  /** Show the present chain's tip, if the own seat shows another one or none. */
  #commitTip(following: Following, now: number): void {
    const { room, view } = following;
    const fair = this.#fair.get(room);
    const tip = this.tip(room);
    if (fair === undefined || tip === null || view?.you == null) return;
    if (view.seats[view.you]?.tip === tip) return;
    if (view.phase !== "waiting" && view.phase !== "playing") return;
    const isAsked = this.#host.pending
      .ofRoom(room)
      .some(({ command }) => command.type === "tip" || command.type === "join");
    if (isAsked) return;
    this.#add({ type: "tip", room, tip }, now, (error) => {
      if (error instanceof RoomEnded) return;
      fair.isOff = true;
      const problem = `The own tip was not taken: ${error.message}`;
      this.#doubt(new FairnessProblem(room, 0, [["own_tip", problem]]));
    });
  }

  /** Give the link that is asked for, once the picture shows its shuffle. */
  #feed(following: Following, now: number): void {
    const { room, view } = following;
    const fair = this.#fair.get(room);
    if (fair === undefined || following.sync !== "live" || view === null) return;
    const wanted = this.#wanted.get(room);
    if (wanted === undefined) return;
    this.#wanted.delete(room);
    try {
      const link = fair.link(wanted, view);
      if (link === null) return;
      const { n } = wanted;
      this.#add(
        { type: "link", room, n, link },
        now,
        () => undefined,
        () => {
          fair.acknowledged(n);
        },
      );
    } catch (error) {
      if (!(error instanceof FairnessProblem)) throw error;
      this.#doubt(error);
    }
  }

  #doubt(problem: FairnessProblem): void {
    if (problem.room !== null) this.#host.heard(problem.room, { kind: "doubted", problem });
  }
}
