/** Knaves: the view after an event. */

import type { Dealt, Event, TrickTaken, View } from "../generated/knaves.ts";
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
    case "played":
      return {
        ...view,
        turn: event.turn,
        hand: view.hand && without(view.hand, event.card),
        counts: plus(view.counts, event.seat, -1),
        trick: [...view.trick, { seat: event.seat, card: event.card }],
      };
    case "trick_taken":
      return taken(view, event);
    case "deal_scored":
      return {
        ...view,
        turn: null,
        hand: view.hand && [],
        counts: zeros(view.counts.length),
        totals: event.row.totals,
        sheet: [...view.sheet, event.row],
      };
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
    turn: event.turn,
    trump: event.trump,
    turned: event.turned,
    counts: new Array<number>(seats).fill(event.size),
    aside: event.aside,
    last: [],
    taken: zeros(seats),
    jacks: Array.from({ length: seats }, () => []),
  };
}

function taken(view: View, event: TrickTaken): View {
  const jacks = [...(view.jacks[event.seat] ?? []), ...event.jacks];
  return {
    ...view,
    trick: [],
    last: view.trick,
    taken: plus(view.taken, event.seat, 1),
    jacks: put(view.jacks, event.seat, jacks),
  };
}
