/** Oh Well: the view after an event. */

import type { Dealt, Event, View } from "../generated/oh_well.ts";
import { plus, put, without, zeros } from "./lists.ts";

/** The view after an event, as it was projected to the view's owner. */
export function fold(view: View, event: Event): View {
  switch (event.type) {
    case "drawn":
      return { ...view, dealer: event.dealer };
    case "dealt":
      return dealt(view, event);
    case "hand":
      return { ...view, hand: event.cards };
    case "bid_made":
      return { ...view, bids: put(view.bids, event.seat, event.tricks), to_act: event.to_act };
    case "own_bid":
      return { ...view, bids: put(view.bids, event.seat, event.tricks) };
    case "bids_shown":
      return { ...view, bids: event.bids };
    case "played":
      return {
        ...view,
        to_act: event.to_act,
        hand: view.hand && without(view.hand, event.card),
        counts: plus(view.counts, event.seat, -1),
        trick: [...view.trick, { seat: event.seat, card: event.card }],
      };
    case "trick_taken":
      return { ...view, trick: [], last: view.trick, taken: plus(view.taken, event.seat, 1) };
    case "deal_scored":
      return { ...view, to_act: [], totals: event.row.totals, sheet: [...view.sheet, event.row] };
    case "game_over":
      return { ...view, result: event };
    default:
      event satisfies never;
      return view;
  }
}

function dealt(view: View, event: Dealt): View {
  const seats = view.counts.length;
  return {
    ...view,
    deal: event.deal,
    dealer: event.dealer,
    to_act: event.to_act,
    size: event.size,
    trump: event.trump,
    turned: event.turned,
    counts: new Array<number>(seats).fill(event.size),
    aside: event.aside,
    bids: new Array<null>(seats).fill(null),
    last: [],
    taken: zeros(seats),
  };
}
