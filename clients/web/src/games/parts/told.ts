/** What happened between two pictures of a trick game, for those who hear the table. Pure. */
import type { Full } from "./last.svelte.ts";
import type { Play } from "$lib/cards/plays.ts";

/** A key of the catalogue; its arguments, and the seat of which the name is wanted. */
export interface Told {
  readonly key: "told-deal" | "told-card" | "told-taken" | "told-score" | "told-over" | "told-bid";
  readonly seat?: number;
  readonly card?: string;
  readonly count?: number;
}

export interface TrickView {
  readonly deal: number;
  readonly trick: readonly Play[];
  readonly last: readonly Play[];
  readonly sheet: readonly { readonly scores: readonly number[] }[];
  readonly result: object | null;
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
  const laid = [...(isTaken ? last : []), ...after.trick].slice(before.trick.length);
  return [
    ...laid.map(({ seat, card }) => ({ key: "told-card", seat, card }) as const),
    ...(isTaken && by !== null ? [{ key: "told-taken", seat: by } as const] : []),
    ...scored(before, after),
    ...(isOver ? [{ key: "told-over" } as const] : []),
    ...(isOther ? [{ key: "told-deal", count: after.deal } as const] : []),
  ];
}
