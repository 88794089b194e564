// Made from twenty_nine.json by `npm run generate`; not to be edited.

export type Action = Play | Pass;
/**
 * Why a deal was over.
 */
export type Reason = "passed" | "played_out" | "stuck";
/**
 * How a game ended.
 */
export type Ended = "abandoned" | "complete" | "limit" | "voted";
export type Event = Drawn | Dealt | Hand | Played | Passed | PileTaken | DealScored | GameOver;

/**
 * Add a card of the hand to the pile; the total may not pass 29.
 */
export interface Play {
  type: "play";
  /**
   * a card of the own hand
   */
  card: string;
}
/**
 * Add nothing: only with the option `stuck` = `pass`, and only when no card fits.
 */
export interface Pass {
  type: "pass";
}
/**
 * A deal is over; all cards are shown.
 */
export interface DealScored {
  type: "deal_scored";
  reason: Reason;
  /**
   * with `stuck`: the seat that could not play; else null
   */
  seat: number | null;
  /**
   * as dealt, in the order dealt
   */
  hands: string[][];
  /**
   * the cards that were left face down
   */
  aside: string[];
  row: SheetRow;
}
/**
 * One line of the score sheet: a finished deal as a player would write it down.
 */
export interface SheetRow {
  /**
   * Number of the deal, from 1.
   */
  deal: number;
  dealer: number;
  /**
   * This deal's points for each seat.
   */
  scores: number[];
  /**
   * Points after this deal.
   */
  totals: number[];
  /**
   * What the points are made of; as `detail` of the record.
   */
  detail: {
    [k: string]: unknown;
  };
  /**
   * What the scores must add up to by the rules; None where nothing is fixed.
   */
  check: number | null;
}
/**
 * The cards were dealt. To a seat, `hand` follows with its cards.
 */
export interface Dealt {
  type: "dealt";
  /**
   * number of the deal, from 1
   */
  deal: number;
  /**
   * a seat, from 0 clockwise
   */
  dealer: number;
  /**
   * the eldest hand, which begins
   */
  turn: number;
  /**
   * number of cards of each seat
   */
  counts: number[];
  /**
   * number of cards left face down, unused
   */
  aside: number;
}
/**
 * The draw was made: the highest card deals first, the king high and the ace low.
 */
export interface Drawn {
  type: "drawn";
  /**
   * the card of each seat as numbered before the draw
   */
  cards: string[];
  /**
   * a seat, from 0 clockwise
   */
  dealer: number;
}
/**
 * The cards of one seat, which it alone is told.
 */
export interface Hand {
  type: "hand";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  /**
   * sorted: suits C D H S, 2 to ace in each
   */
  cards: string[];
}
/**
 * A card was added to the pile.
 */
export interface Played {
  type: "played";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  card: string;
  /**
   * of the pile with this card
   */
  total: number;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
}
/**
 * A seat had no card that fits, and passed.
 */
export interface Passed {
  type: "passed";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
}
/**
 * The total is exactly 29: the seat that made it takes the pile, and the next starts from 0.
 */
export interface PileTaken {
  type: "pile_taken";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  /**
   * number of cards of the pile, the last one included
   */
  cards: number;
}
/**
 * The game is over; partners win together, a shared tie has more winners.
 */
export interface GameOver {
  type: "game_over";
  totals: number[];
  winners: number[];
  /**
   * net of the own stake; null without a stake
   */
  settlement: number[] | null;
  ended: Ended;
}
/**
 * A card of the pile, and who played it.
 */
export interface Laid {
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  card: string;
}
/**
 * The table as one seat, or a spectator, sees it.
 */
export interface View {
  /**
   * number of the deal; 0 before the first
   */
  deal: number;
  /**
   * of this or, between deals, of the last deal; null: not drawn
   */
  dealer: number | null;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
  /**
   * the own cards, suits C D H S, 2 to ace in each; null for a spectator
   */
  hand: string[] | null;
  /**
   * number of cards of each seat
   */
  counts: number[];
  /**
   * number of cards left face down, unused
   */
  aside: number;
  /**
   * the open pile, first card first
   */
  pile: Laid[];
  /**
   * of the open pile
   */
  total: number;
  /**
   * seats that passed since the last card
   */
  passes: number;
  /**
   * cards that each seat took in this deal
   */
  won: number[];
  /**
   * piles that each seat took in this deal
   */
  piles: number[];
  /**
   * points of the finished deals
   */
  totals: number[];
  /**
   * one row for each finished deal
   */
  sheet: SheetRow[];
  /**
   * null while the game goes on
   */
  result: GameOver | null;
}
