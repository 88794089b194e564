/** Twenty-Nine: the view after an event. */

import type { Dealt, DealScored, Event, View } from "../generated/twenty_nine.ts";
import { plus, without, zeros } from "./lists.ts";

/** The view after an event, as it was projected to the view's owner. */
export function fold(view: View, event: Event): View {
  switch (event.type) {
    case "drawn":
      return { ...view, dealer: event.dealer };
    case "dealt":
      return dealt(view, event);
    case "hand":
      return { ...view, hand: event.cards };
    case "played":
      return {
        ...view,
        turn: event.turn,
        hand: view.hand && without(view.hand, event.card),
        counts: plus(view.counts, event.seat, -1),
        pile: [...view.pile, { seat: event.seat, card: event.card }],
        total: event.total,
        passes: 0,
      };
    case "passed":
      return { ...view, turn: event.turn, passes: view.passes + 1 };
    case "pile_taken":
      return {
        ...view,
        pile: [],
        total: 0,
        won: plus(view.won, event.seat, event.cards),
        piles: plus(view.piles, event.seat, 1),
      };
    case "deal_scored":
      return scored(view, event);
    case "game_over":
      return { ...view, result: event };
    default:
      event satisfies never;
      return view;
  }
}

function dealt(view: View, event: Dealt): View {
  const nothing = zeros(event.counts.length);
  return {
    ...view,
    deal: event.deal,
    dealer: event.dealer,
    turn: event.turn,
    counts: event.counts,
    aside: event.aside,
    won: nothing,
    piles: nothing,
  };
}

function scored(view: View, event: DealScored): View {
  return {
    ...view,
    turn: null,
    hand: view.hand && [],
    counts: zeros(view.counts.length),
    aside: 0,
    pile: [],
    total: 0,
    passes: 0,
    totals: event.row.totals,
    sheet: [...view.sheet, event.row],
  };
}
