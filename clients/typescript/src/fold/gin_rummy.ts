/** Gin Rummy: the view after an event. */

import type {
  Dealt,
  DealScored,
  Drew,
  Event,
  Knocked,
  LaidOff,
  View,
} from "../generated/gin_rummy.ts";
import { put, without } from "./lists.ts";

const SUITS = "CDHS";
const RANKS = "A23456789TJQK";

type Pair<T> = [T, T];

/** The view after an event, as it was projected to the view's owner. */
export function fold(view: View, event: Event): View {
  switch (event.type) {
    case "drawn":
      return { ...view, dealer: event.dealer, phase: "shuffle" };
    case "dealt":
      return dealt(view, event);
    case "hand":
      return { ...view, hand: event.cards };
    case "passed":
      return { ...view, turn: event.turn, phase: event.phase };
    case "drew":
      return drew(view, event);
    case "discarded":
      return {
        ...less(view, event.seat, event.card),
        turn: event.turn,
        phase: event.phase,
        top: event.card,
        discards: view.discards + 1,
      };
    case "knocked":
      return knocked(view, event);
    case "laid_off":
      return laidOff(view, event);
    case "deal_scored":
      return scored(view, event);
    case "game_over":
      return { ...view, phase: "over", result: event };
    default:
      event satisfies never;
      return view;
  }
}

/** Order of hands and melds: suits C D H S, in each the ace lowest, the king highest. */
export function place(card: string): number {
  return SUITS.indexOf(card.charAt(1)) * RANKS.length + RANKS.indexOf(card.charAt(0));
}

function ofSeat<T>(pair: Pair<T>, seat: number, value: T): Pair<T> {
  return seat === 0 ? [value, pair[1]] : [pair[0], value];
}

function atSeat<T>(pair: Pair<T>, seat: number): T {
  return seat === 0 ? pair[0] : pair[1];
}

function plusOne(counts: Pair<number>, seat: number, change: number): Pair<number> {
  return ofSeat(counts, seat, atSeat(counts, seat) + change);
}

function dealt(view: View, event: Dealt): View {
  return {
    ...view,
    deal: event.deal,
    dealer: event.dealer,
    phase: "upcard",
    turn: event.turn,
    top: event.upcard,
    discards: 1,
    stock: event.stock,
    limit: event.limit,
    doubled: event.doubled,
    counts: event.counts,
    shown: null,
  };
}

function drew(view: View, event: Drew): View {
  let { hand, known } = view;
  const { card, seat } = event;
  if (hand !== null && card !== null && seat === view.seat) {
    hand = [...hand, card].sort((one, other) => place(one) - place(other));
  }
  const isOpen = event.source === "discard";
  if (card !== null && isOpen) known = ofSeat(known, seat, [...atSeat(known, seat), card]);
  return {
    ...view,
    phase: "discard",
    hand,
    known,
    counts: plusOne(view.counts, seat, 1),
    stock: view.stock - (isOpen ? 0 : 1),
    discards: view.discards - (isOpen ? 1 : 0),
    top: event.top,
  };
}

/** The view when a seat has given a card away for all to see. */
function less(view: View, seat: number, card: string): View {
  return {
    ...view,
    hand: view.hand && without(view.hand, card),
    counts: plusOne(view.counts, seat, -1),
    known: ofSeat(view.known, seat, without(atSeat(view.known, seat), card)),
  };
}

function knocked(view: View, event: Knocked): View {
  return {
    ...view,
    turn: event.turn,
    phase: event.phase,
    hand: event.seat === view.seat ? [] : view.hand,
    counts: ofSeat(view.counts, event.seat, 0),
    known: ofSeat(view.known, event.seat, []),
    shown: {
      seat: event.seat,
      kind: event.kind,
      melds: event.melds,
      deadwood: event.deadwood,
      laid_off: [],
      answer: null,
      left: null,
      discard: null,
    },
  };
}

function laidOff(view: View, event: LaidOff): View {
  const made = less(view, event.seat, event.card);
  if (view.shown === null) return made;
  const melds = put(view.shown.melds, event.meld, event.cards);
  return {
    ...made,
    shown: { ...view.shown, melds, laid_off: [...view.shown.laid_off, event.card] },
  };
}

function scored(view: View, event: DealScored): View {
  const { answer, left, discard } = event;
  return {
    ...view,
    phase: "shuffle",
    turn: null,
    top: null,
    discards: 0,
    stock: 0,
    limit: 0,
    doubled: false,
    hand: view.hand && [],
    counts: [0, 0],
    known: [[], []],
    shown: view.shown && { ...view.shown, answer, left, discard },
    games: event.games,
    totals: event.row.totals,
    sheet: [...view.sheet, event.row],
  };
}
