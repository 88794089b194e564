/** What happened between two pictures of the table, as sentences for those who hear it. Pure. */
import type { king } from "@kozyr/client";
import { signed } from "$lib/table/sheet.ts";
import type { Full } from "../parts/last.svelte.ts";
import { eldestOf, planOf, unitsOf, type Options } from "./plan.ts";

/** A key of the catalogue; its arguments, and seats of which names are wanted. */
export interface Told {
  readonly key: string;
  readonly seat?: number;
  readonly to?: number;
  readonly card?: string;
  readonly count?: number;
  /** Seats that won. */
  readonly winners?: readonly number[];
  /** Points with their sign, for all alike. */
  readonly points?: string;
  readonly choice?: string;
  readonly suit?: string;
}

type View = king.View;

function laid({ seat, card, mode, suit }: king.Laid): Told {
  return {
    key: mode == null ? "king-told-card" : "king-told-joker",
    seat,
    card,
    ...(mode == null ? {} : { choice: mode }),
    suit: suit ?? "none",
  };
}

/** The trick that was taken between the two, or null. */
function taken(before: View, after: View, full: Full<king.Laid> | null): king.Trick | null {
  const code = (trick: king.Trick | null): string =>
    (trick?.cards ?? []).map((each) => each.card).join("");
  const isOther = before.deal !== after.deal;
  const last = !isOther ? after.last_trick : full && { winner: full.taker, cards: [...full.cards] };
  return code(last) === code(before.last_trick) ? null : last;
}

function praise(before: View, after: View): Told[] {
  const told: Told[] = [];
  const { declaration, offer, sale, split } = after;
  if (offer !== null && offer.tricks !== before.offer?.tricks) {
    told.push({ key: "king-told-offer", seat: offer.seat, count: offer.tricks });
  }
  for (const seat of before.bidders) {
    const isBuyer = after.sale?.buyer === seat || after.offer?.seat === seat;
    if (!after.bidders.includes(seat) && !isBuyer) told.push({ key: "king-told-pass", seat });
  }
  if (sale !== null && before.sale === null) {
    told.push({ key: "king-told-sold", seat: sale.seller, to: sale.buyer, count: sale.tricks });
  }
  if (declaration !== null && before.declaration?.seat !== declaration.seat) {
    const { seat, call, suit } = declaration;
    told.push({ key: "king-told-call", seat, choice: call, suit: suit ?? "none" });
  }
  if (before.phase === "sale" && after.phase === "auction") {
    const seat = eldestOf(after.dealer, after.counts.length);
    if (seat !== null) told.push({ key: "king-told-open", seat });
  }
  if (split !== null && split !== before.split) {
    const seat = eldestOf(after.dealer, after.counts.length);
    if (seat !== null) told.push({ key: "king-told-split", seat, choice: split });
  }
  if (after.last_card !== null && before.last_card === null) {
    told.push({ key: "king-told-last-card", card: after.last_card });
  }
  return told;
}

/**
 * In the order in which it happened; the own doings are told as well, for they are then certain.
 *
 * @param full the last trick by its events: a deal that begins with the same step has taken it away
 */
export function told(before: View, after: View, full: Full<king.Laid> | null = null): Told[] {
  const last = taken(before, after, full);
  const isOther = before.deal !== after.deal;
  return [
    ...(isOther ? [] : praise(before, after)),
    ...(last === null
      ? []
      : [
          ...last.cards.slice(before.trick.length).map(laid),
          { key: "king-told-taken", seat: last.winner },
        ]),
    ...after.trick.slice(last === null ? before.trick.length : 0).map(laid),
    ...(after.sheet.length > before.sheet.length ? scored(after) : []),
    ...(after.result !== null && before.result === null
      ? [{ key: "king-now-over", winners: after.result.winners }]
      : []),
    ...(isOther ? [{ key: "king-told-deal", count: after.deal }] : []),
  ];
}

/** Where a table stands that is seen for the first time. */
export function begun(view: View): Told[] {
  return view.deal > 0 && view.result === null ? [{ key: "king-told-deal", count: view.deal }] : [];
}

function scored(after: View): Told[] {
  const row = after.sheet.at(-1);
  return (row?.scores ?? []).map((count, seat) => ({ key: "king-told-score", seat, count }));
}

/** Why a deal was over before its last trick: the next one lies on the table with the same step. */
export function cutShort(event: king.Event, options: Options): Told | null {
  if (event.type !== "deal_scored") return null;
  const { deal, scores } = event.row;
  if (event.reason === "split") {
    return { key: "king-cut-split", count: deal, points: signed(scores[0] ?? 0) };
  }
  const contract = planOf(options)[deal - 1];
  const [unit] = contract === undefined ? [] : unitsOf(contract);
  return event.reason === "early" && unit !== undefined
    ? { key: "king-cut-early", count: deal, choice: unit }
    : null;
}
