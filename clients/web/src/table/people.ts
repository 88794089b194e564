/** Who is at a table and what he wants, from a room's picture. Pure. */
import type { RoomState } from "@kozyr/client";

export interface Sitter {
  readonly seat: number;
  readonly player: string;
  readonly name: string;
}

type SeatOf = RoomState["view"]["seats"][number];

function sitters(state: RoomState, is: (seat: SeatOf, n: number) => boolean): Sitter[] {
  return state.view.seats.flatMap((each, seat) =>
    each.player !== null && is(each, seat) ? [{ seat, player: each.player, name: each.name }] : [],
  );
}

/** People who play and are there: whose wishes are asked for. */
export function present(state: RoomState): Sitter[] {
  return sitters(
    state,
    (seat) => seat.bot === null && seat.connected && !seat.left && !seat.stand_in,
  );
}

export function wanting(state: RoomState, wish: "wants_pause" | "wants_end"): Sitter[] {
  return sitters(state, (seat) => seat[wish]);
}

/** Whether all other people of a game are gone, so that it can be ended alone. */
export function isAlone(state: RoomState): boolean {
  if (state.seat === null || state.view.phase !== "playing") return false;
  const others = sitters(state, (seat, n) => seat.bot === null && n !== state.seat);
  return others.length > 0 && others.every(({ seat }) => isGone(state.view.seats[seat]));
}

function isGone(seat: SeatOf | undefined): boolean {
  return seat !== undefined && (seat.left || !seat.connected);
}

/** People on turn, other than oneself, who can use a minute more. */
export function slow(state: RoomState): Sitter[] {
  return sitters(
    state,
    (seat, n) =>
      seat.bot === null &&
      n !== state.seat &&
      !isGone(seat) &&
      !seat.stand_in &&
      state.prompts.some((prompt) => prompt.seat === n),
  );
}

/** What keeps a game from beginning. */
export interface Awaited {
  readonly free: number;
  /** Who sits and is not ready. */
  readonly unready: readonly Sitter[];
  readonly seated: number;
}

export function awaited(state: RoomState): Awaited {
  const { seats } = state.view;
  return {
    free: seats.filter((seat) => seat.player === null && seat.bot === null).length,
    unready: sitters(state, (seat) => !seat.ready),
    seated: seats.filter((seat) => seat.player !== null).length,
  };
}

/** When a pause ends by itself, on the page's clock; null where that cannot be known. */
export function pauseEndsAt(state: RoomState): number | null {
  const [prompt] = state.prompts;
  const until = state.view.paused_until_ms;
  return prompt === undefined || until === null
    ? null
    : until + prompt.deadlineAt - prompt.deadlineMs;
}

/**
 * After a game the seats of those who have left are free: the table of the game that is over is
 * shown with its players all the same.
 *
 * @param kept the seats while it was played
 */
export function withGone(state: RoomState, kept: readonly SeatOf[]): RoomState {
  const { view } = state;
  if (view.phase !== "finished" || kept.length !== view.seats.length) return state;
  const seats = view.seats.map((seat, n) => {
    const before = kept[n];
    if (seat.player !== null || before === undefined) return seat;
    return { ...before, left: true, connected: false, stand_in: false };
  });
  return { ...state, view: { ...view, seats } };
}
