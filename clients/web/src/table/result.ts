/** The end of a game for the eye. Pure. */
import type { RoomView } from "@kozyr/client";

export interface Line {
  readonly seat: number;
  /** 1 for the winners; ties share the better place. */
  readonly place: number;
  readonly total: number;
  /** Chips won or lost; null without a stake. */
  readonly chips: number | null;
}

export interface Result {
  readonly totals: readonly number[];
  readonly winners: readonly number[];
  readonly settlement?: readonly number[] | null;
}

/** How a game that was played to its end came out, or null: it was not, or has no totals. */
export function resultOf(view: RoomView): Result | null {
  const table = view.table as { readonly result?: Partial<Result> | null } | null;
  const { totals, winners, settlement = null } = table?.result ?? {};
  return totals === undefined || winners === undefined ? null : { totals, winners, settlement };
}

/** Whether there is anything to be told: a game may be ended before its first deal is. */
export function isTold({ totals, settlement }: Result): boolean {
  return [...totals, ...(settlement ?? [])].some((each) => each !== 0);
}

/** The seats by their places; who won is first, whatever his total. */
export function placesOf({ totals, winners, settlement }: Result): Line[] {
  return totals
    .map((total, seat) => ({
      seat,
      place: winners.includes(seat) ? 1 : 1 + totals.filter((other) => other > total).length,
      total,
      chips: settlement?.[seat] ?? null,
    }))
    .toSorted((a, b) => a.place - b.place || b.total - a.total || a.seat - b.seat);
}

/** One finished game in `/api/v1/players/ID`. */
export interface RatedGame {
  readonly record: string;
  readonly game: string;
  readonly unrated: string | null;
  readonly points: number | null;
}

export interface RatingChange {
  readonly points: number;
  /** Since the game before of the same kind; null: it was the first one that counts. */
  readonly change: number | null;
}

/** What a game did to a rating, of results with the newest first; null: not there, or not rated. */
export function ratingChange(results: readonly RatedGame[], record: string): RatingChange | null {
  const at = results.findIndex((each) => each.record === record);
  const found = results[at];
  if (found?.points == null) return null;
  const before = results
    .slice(at + 1)
    .find((each) => each.game === found.game && each.points !== null);
  const change = before?.points == null ? null : found.points - before.points;
  return { points: found.points, change };
}
