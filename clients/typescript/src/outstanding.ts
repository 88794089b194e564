/** Commands that wait for their answer: what is sent again, when, and when it is given up. */

import { KozyrError, OutcomeUnknown, type Refused } from "./errors.ts";
import type { Command, Unsent } from "./messages.ts";
import { type Patience, type Random, retryDelay } from "./patience.ts";
import type { RoomView } from "./generated/room.ts";

/** Commands of one client that may wait for their answers. */
export const MOST_PENDING = 1024;

// What the server takes twice as once, so that it may be sent again when its outcome is not known:
// by its key, by what it means, or because asking changes nothing. A command that is not here and
// has no key is not sent twice.
const TWICE: ReadonlySet<string> = new Set([
  ...["follow", "ignore", "invite", "join", "knock", "leave", "leave_lobby"],
  ...["link", "list", "lobby", "match", "me", "pause", "people", "ready", "rematch", "rename"],
  ...["silence", "slow_mode", "start", "tip", "tokens", "unfollow", "unmatch", "vote_end"],
]);

/** One command that waits for its answer. */
export interface Pending {
  readonly id: number;
  readonly command: Command;
  readonly room: string | null;
  readonly askedAt: number;
  /** Not sent before. */
  dueAt: number;
  /** When it was sent on the present line; null: it waits to be sent. */
  sentAt: number | null;
  tries: number;
  /** Whether a line ended while it was on its way: it may have been done. */
  wasCut: boolean;
  /** The last refusal that may pass; null once the outcome is open again. */
  refusal: Refused | null;
  /** How often its room was followed again because the server had forgotten it. */
  refollows: number;
  readonly done: (answer: unknown) => void;
  readonly failed: (error: KozyrError) => void;
}

/** Whether a command may be sent again when its outcome is not known. */
export function isSentTwice(command: Command): boolean {
  return "key" in command || TWICE.has(command.type);
}

/** Whether a refusal of a repeated command shows that the first one was accepted. */
export function isDone(command: Command, code: string, view: RoomView | null): boolean {
  if (view === null) return false;
  switch (command.type) {
    case "start":
      return code === "wrong_phase" && view.phase === "playing";
    case "rematch":
      return code === "wrong_phase" && view.phase === "waiting";
    case "tip": {
      const shown = view.you === null ? null : (view.seats[view.you]?.tip ?? null);
      return code === "bad_tip" && command.tip !== null && shown === command.tip;
    }
    default:
      return false;
  }
}

/** All commands of a client that wait, by their number. */
export class Outstanding {
  readonly #patience: Patience;
  readonly #random: Random;
  readonly #byId = new Map<number, Pending>();
  #lastId = 0;

  constructor(patience: Patience, random: Random) {
    this.#patience = patience;
    this.#random = random;
  }

  /** All that wait, oldest first. */
  all(): Pending[] {
    return [...this.#byId.values()];
  }

  get(id: number | null | undefined): Pending | undefined {
    return id === null || id === undefined ? undefined : this.#byId.get(id);
  }

  /**
   * Give a command its number and keep it until its answer.
   *
   * @throws KozyrError: `overloaded`, so many wait already.
   */
  add(unsent: Unsent, now: number, done: Pending["done"], failed: Pending["failed"]): Pending {
    if (this.#byId.size >= MOST_PENDING) {
      throw new KozyrError("overloaded", `${String(MOST_PENDING)} commands wait already.`);
    }
    const id = (this.#lastId += 1);
    const command = { ...unsent, id };
    const room = "room" in command ? (command.room ?? null) : null;
    const pending: Pending = {
      ...{ id, command, room, askedAt: now, dueAt: now, sentAt: null, tries: 0 },
      ...{ wasCut: false, refusal: null, refollows: 0, done, failed },
    };
    this.#byId.set(id, pending);
    return pending;
  }

  pop(id: number): void {
    this.#byId.delete(id);
  }

  /** The commands for one room, oldest first. */
  ofRoom(room: string): Pending[] {
    return this.all().filter((each) => each.room === room);
  }

  /** Plan another try after a refusal, if that makes sense; false: the refusal is final. */
  isKept(pending: Pending, refused: Refused, now: number): boolean {
    if (!refused.temporary) return false;
    if (refused.code === "outcome_unknown" && !isSentTwice(pending.command)) return false;
    // Slow mode: who speaks is to know it now, not in minutes.
    if ("slow_s" in refused.facts) return false;
    const told = refused.facts["retry_ms"];
    pending.refusal = refused;
    pending.sentAt = null;
    pending.dueAt = now + retryDelay(this.#patience, this.#random, pending.tries, told);
    return true;
  }

  /** The line is gone: what was on its way waits to be sent again; those that cannot are given. */
  cut(now: number): Pending[] {
    const lost: Pending[] = [];
    for (const pending of this.all()) {
      if (pending.sentAt === null) continue;
      pending.sentAt = null;
      pending.wasCut = true;
      pending.refusal = null;
      pending.dueAt = now;
      if (!isSentTwice(pending.command)) lost.push(pending);
    }
    return lost;
  }

  /** The commands whose time is over, with why. */
  expired(now: number): [Pending, KozyrError][] {
    return this.all()
      .filter((each) => now >= each.askedAt + this.#patience.commandMs)
      .map((each) => [each, timeout(each)]);
  }

  /** Whether some command on this line should have been answered long ago. */
  isUnanswered(now: number): boolean {
    return this.all().some(
      (each) => each.sentAt !== null && now >= each.sentAt + this.#patience.answerMs,
    );
  }

  /** The commands to send now, oldest first. */
  due(now: number, isOpen: (pending: Pending) => boolean): Pending[] {
    return this.all().filter((each) => each.sentAt === null && each.dueAt <= now && isOpen(each));
  }

  /** When the next command is to be sent, or is over; Infinity: nothing waits. */
  nextAt(isOpen: (pending: Pending) => boolean): number {
    let next = Infinity;
    for (const each of this.#byId.values()) {
      next = Math.min(next, each.askedAt + this.#patience.commandMs);
      if (each.sentAt !== null) next = Math.min(next, each.sentAt + this.#patience.answerMs);
      else if (isOpen(each)) next = Math.min(next, each.dueAt);
    }
    return next;
  }
}

function timeout(pending: Pending): KozyrError {
  // A refusal says more than that there was no answer, as long as it was the last word.
  if (pending.refusal !== null && pending.sentAt === null) return pending.refusal;
  const { type } = pending.command;
  return new OutcomeUnknown("no_answer", `No answer to ${type} in time.`, { room: pending.room });
}
