/** Everything that can go wrong, as one tree with a code for each case. */

import { TEMPORARY } from "./generated/codes.ts";
import type { WireTurn } from "./messages.ts";

/** Codes that are given on this side; all others are those of the protocol's `error`. */
export type LocalCode =
  | "closed"
  | "connection_lost"
  | "fairness"
  | "final_close"
  | "line_taken"
  | "no_answer"
  | "not_opened"
  | "not_on_turn"
  | "overloaded"
  | "room_gone"
  | "too_large"
  | "unfollowed";

/** What was wrong and what would be right, by code. */
export type Facts = Readonly<Record<string, unknown>>;

/** Base of all errors of this package. */
export class KozyrError extends Error {
  override readonly name: string = "KozyrError";
  /** What happened: a code of the protocol, or a `LocalCode`. */
  readonly code: string;
  /** Whether the same may succeed later. */
  readonly temporary: boolean;
  readonly facts: Facts;
  /** The room that it is about; null: none. */
  readonly room: string | null;

  constructor(
    code: string,
    message: string,
    options: { temporary?: boolean; facts?: Facts; room?: string | null } = {},
  ) {
    super(message);
    this.code = code;
    this.temporary = options.temporary ?? false;
    this.facts = options.facts ?? {};
    this.room = options.room ?? null;
  }
}

/** The server refused a command, and nothing changed. */
export class Refused extends KozyrError {
  override readonly name: string = "Refused";
}

/** The prompt that was answered is not open any more. */
export class Stale extends Refused {
  override readonly name = "Stale";

  /** The own seat's open prompt with its legal actions; null: it is not for this seat to act. */
  get turn(): WireTurn | null {
    const turn = this.facts["turn"];
    return typeof turn === "object" && turn !== null ? (turn as WireTurn) : null;
  }
}

/** A room is not followed any more: `line_taken`, `room_gone`, `watching_refused`, … */
export class RoomEnded extends KozyrError {
  override readonly name = "RoomEnded";
}

/** No answer: the line was cut under a command that is never sent twice, or it took too long. */
export class OutcomeUnknown extends KozyrError {
  override readonly name = "OutcomeUnknown";
}

/** Nothing goes on: closed by the program, or by the server for good, or given up. */
export class ConnectionEnded extends KozyrError {
  override readonly name = "ConnectionEnded";
}

/**
 * What is wrong with a shuffle: `server_tip`, the server's chain was exchanged; `seat_tips`, those of
 * the seats are not the announced ones; `links`, what was shown does not hash to the tips; `own_link`,
 * another one than was sent; `own_missing`, it was taken and is called missing; `own_tip`, it was not
 * taken; `asked`, a link was asked for that must not be given.
 */
export type Doubt =
  "server_tip" | "seat_tips" | "links" | "own_link" | "own_missing" | "own_tip" | "asked";

/** A doubt, and a sentence that says it exactly. */
export type Doubted = readonly [doubt: Doubt, problem: string];

/** A shuffle is not what was announced. */
export class FairnessProblem extends KozyrError {
  override readonly name = "FairnessProblem";
  /** The shuffle; 0: none in particular. */
  readonly n: number;
  /** A sentence for each thing that is wrong, without links or cards. */
  readonly problems: readonly string[];
  /** What is wrong, each once: for programs that say it in words of their own. */
  readonly doubts: readonly Doubt[];

  constructor(room: string, n: number, found: readonly Doubted[]) {
    const problems = found.map(([, problem]) => problem);
    super("fairness", problems.join(" "), { room, facts: { n } });
    this.n = n;
    this.problems = problems;
    this.doubts = [...new Set(found.map(([doubt]) => doubt))];
  }
}

/** The refusal that the server's `error` says. */
export function refusal(error: {
  code: string;
  temporary: boolean;
  message: string;
  room: string | null;
  facts: object;
}): Refused {
  const options = {
    temporary: error.temporary || TEMPORARY.has(error.code),
    facts: error.facts as Facts,
    room: error.room,
  };
  const kind = error.code === "stale" ? Stale : Refused;
  return new kind(error.code, error.message, options);
}

/** A room that was left: `facts.sent`, whether the command that fails with it was ever sent. */
export function left(room: string, sent: boolean): RoomEnded {
  const text = "The room is not followed any more.";
  return new RoomEnded("unfollowed", text, { room, facts: { sent } });
}

/** Why a room ended, from the server's word for it. */
export function ended(room: string, reason: string): RoomEnded {
  switch (reason) {
    case "line_taken":
    case "not_your_line":
      return new RoomEnded("line_taken", "Another connection of this player has the room now.", {
        room,
      });
    case "closed":
    case "no_such_room":
      return new RoomEnded("room_gone", "The room is gone.", { room });
    default:
      return new RoomEnded(reason, "The room is not followed any more.", { room });
  }
}
