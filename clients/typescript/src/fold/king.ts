/** King, without and with jokers: the view after an event. */

import type {
  Agreed,
  Dealt,
  DealScored,
  Declared,
  Event,
  Laid,
  Played,
  Tally,
  View,
} from "../generated/king.ts";
import { plus, without, zeros } from "./lists.ts";

/** The view after an event, as it was projected to the view's owner. */
export function fold(view: View, event: Event): View {
  switch (event.type) {
    case "drawn":
      return { ...view, dealer: event.dealer, phase: "deal" };
    case "dealt":
      return dealt(view, event);
    case "hand":
      return { ...view, hand: event.cards };
    case "declared":
      return declared(view, event);
    case "agreed":
      return { ...view, split: answered(event), phase: event.phase, turn: event.turn };
    case "sale_answered":
    case "passed":
      return { ...view, phase: event.phase, turn: event.turn, bidders: event.bidders };
    case "offered":
      return {
        ...view,
        phase: event.phase,
        turn: event.turn,
        bidders: event.bidders,
        offer: { seat: event.seat, tricks: event.tricks },
      };
    case "game_sold":
      return { ...view, sale: event.sale, declaration: null };
    case "completed":
      return {
        ...view,
        phase: event.phase,
        turn: event.turn,
        counts: event.counts,
        rest: 0,
        trump: event.trump,
        last_card: event.last_card,
      };
    case "played":
      return played(view, event);
    case "trick_taken":
      return {
        ...view,
        trick: [],
        last_trick: { winner: event.seat, cards: view.trick },
        tally: event.tally,
      };
    case "deal_scored":
      return scored(view, event);
    case "game_over":
      return { ...view, phase: "over", result: event };
    default:
      event satisfies never;
      return view;
  }
}

function nothingTaken(seats: number): Tally {
  const none = zeros(seats);
  return { tricks: none, hearts: none, boys: none, girls: none, last_two: none, king: null };
}

function dealt(view: View, event: Dealt): View {
  return {
    ...view,
    deal: event.deal,
    contract: event.contract,
    dealer: event.dealer,
    phase: event.phase,
    turn: event.turn,
    counts: event.counts,
    rest: event.rest,
    declaration: null,
    split: null,
    bidders: [],
    offer: null,
    sale: null,
    trump: null,
    last_card: null,
    last_trick: null,
    tally: nothingTaken(event.counts.length),
  };
}

function declared(view: View, event: Declared): View {
  const { phase, turn } = event;
  if (event.call === "split") {
    return { ...view, split: phase === "agree" ? "asked" : "made", phase, turn };
  }
  const declaration = { seat: event.seat, call: event.call, suit: event.suit };
  return { ...view, declaration, phase, turn };
}

function answered(event: Agreed): "asked" | "refused" | "made" {
  if (!event.yes) return "refused";
  return event.phase === "agree" ? "asked" : "made";
}

function played(view: View, event: Played): View {
  // As on the wire: what a card has not is absent, not null.
  const laid: Laid = { seat: event.seat, card: event.card };
  if (event.mode !== null) laid.mode = event.mode;
  if (event.suit !== null) laid.suit = event.suit;
  return {
    ...view,
    turn: event.turn,
    hand: view.hand && without(view.hand, event.card),
    counts: plus(view.counts, event.seat, -1),
    trick: [...view.trick, laid],
  };
}

function scored(view: View, event: DealScored): View {
  return {
    ...view,
    phase: "deal",
    turn: null,
    hand: view.hand && [],
    counts: zeros(view.counts.length),
    rest: 0,
    trick: [],
    totals: event.row.totals,
    sheet: [...view.sheet, event.row],
  };
}
