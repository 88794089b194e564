/**
 * The table at which one sits, as this browser knows it: whoever leaves its page, or the table while
 * its game goes on, finds the way back.
 */
import type { RoomState } from "@kozyr/client";

export interface Seat {
  readonly room: string;
  readonly game: string;
  /** The game has not begun. */
  readonly waits: boolean;
  /** Unix time, ms, at which it was played last. */
  readonly at_ms: number;
}

const PLACE = "kozyr.seat";
/** A game that nobody has looked at for so long is over, or is played by others. */
const KEPT_MS = 2 * 3600 * 1000;

function stored(): Seat | null {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "null") as Partial<Seat> | null;
    if (typeof found?.room !== "string" || typeof found.game !== "string") return null;
    const seat = {
      room: found.room,
      game: found.game,
      waits: found.waits === true,
      at_ms: Number(found.at_ms),
    };
    return Date.now() - seat.at_ms < KEPT_MS ? seat : null;
  } catch {
    return null;
  }
}

let seat: Seat | null = $state.raw(stored());

export const lastSeat = {
  get now(): Seat | null {
    return seat;
  },
};

function keep(next: Seat | null): void {
  seat = next;
  try {
    if (next === null) localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, JSON.stringify(next));
  } catch {
    // It is known as long as the page.
  }
}

/** Look at a room that is followed: is it the game in which one sits? */
export function watchSeat({ view, seat: own, ended }: RoomState, now_ms = Date.now()): void {
  // A seat that was left in the game stays its player's.
  const waits = view.phase === "waiting";
  if (own !== null && (waits || view.phase === "playing") && !ended) {
    const isKnown =
      seat?.room === view.room && seat.waits === waits && now_ms - seat.at_ms < 60_000;
    // A table that waits is no reason to forget a game that goes on.
    const isLess = waits && seat !== null && seat.room !== view.room && !seat.waits;
    if (!isKnown && !isLess) keep({ room: view.room, game: view.game, waits, at_ms: now_ms });
  } else if (seat?.room === view.room && !ended) {
    keep(null);
  }
}

/** The room is not to be come back to: it is gone, or one was sent out. */
export function forgetSeat(room: string): void {
  if (seat?.room === room) keep(null);
}
