/** What happened between two pictures of a trick game, for those who hear the table. Pure. */
import type { Full } from "./last.svelte.ts";
import type { Play } from "$lib/cards/plays.ts";

/** A key of the catalogue; its arguments, and the seat of which the name is wanted. */
export interface Told {
  readonly key:
    | "told-deal"
    | "told-trump"
    | "told-card"
    | "told-taken"
    | "told-score"
    | "told-over"
    | "told-bid";
  readonly seat?: number;
  readonly card?: string;
  readonly suit?: string;
  readonly count?: number;
  /** Seats that won. */
  readonly winners?: readonly number[];
}

export interface TrickView {
  readonly deal: number;
  readonly trump: string | null;
  readonly trick: readonly Play[];
  readonly last: readonly Play[];
  readonly sheet: readonly { readonly scores: readonly number[] }[];
  readonly result: { readonly winners: readonly number[] } | null;
}

const code = (trick: readonly Play[]): string => trick.map((play) => play.card).join(" ");

function scored(before: TrickView, after: TrickView): Told[] {
  if (after.sheet.length <= before.sheet.length) return [];
  return (after.sheet.at(-1)?.scores ?? []).map((count, seat) => ({
    key: "told-score",
    seat,
    count,
  }));
}

/**
 * In the order in which it happened, the own doings as well: told, they are certain.
 *
 * @param taker who took `after.last`
 * @param full the last trick by its events: a deal that begins with the same step has taken it away
 */
export function toldOfTricks(
  before: TrickView,
  after: TrickView,
  taker: number | null,
  full: Full | null = null,
): Told[] {
  const isOver = after.result !== null && before.result === null;
  const isOther = before.deal !== after.deal;
  const last = isOther ? (full?.cards ?? []) : after.last;
  const by = isOther ? (full?.taker ?? null) : taker;
  const isTaken = last.length > 0 && code(last) !== code(before.last);
  const known = before.trick.length;
  const laid = ({ seat, card }: Play): Told => ({ key: "told-card", seat, card });
  return [
    ...(isTaken ? last.slice(known).map(laid) : []),
    ...(isTaken && by !== null ? [{ key: "told-taken", seat: by } as const] : []),
    ...after.trick.slice(isTaken ? 0 : known).map(laid),
    ...scored(before, after),
    ...(isOver ? [{ key: "told-over", winners: after.result?.winners ?? [] } as const] : []),
    ...(isOther ? toldOfDeal(after) : []),
  ];
}

/** A deal that begins, or at which a table stands when it is first seen. */
export function toldOfDeal(view: TrickView): Told[] {
  if (view.deal === 0 || view.result !== null) return [];
  const { trump } = view;
  return [
    { key: "told-deal", count: view.deal },
    ...(trump === null ? [] : [{ key: "told-trump", suit: trump } as const]),
  ];
}
