// Made from knaves.json by `npm run generate`; not to be edited.

/**
 * Why a deal was over.
 */
export type Reason = "played_out" | "redeal";
/**
 * How a game ended.
 */
export type Ended = "abandoned" | "complete" | "limit" | "voted";
export type Event = Drawn | Dealt | Hand | Played | TrickTaken | DealScored | GameOver;

/**
 * Play a card of the hand to the trick; the suit led is followed if possible.
 */
export interface Action {
  type: "play";
  /**
   * a card of the own hand
   */
  card: string;
}
/**
 * A deal is over; all cards are shown.
 */
export interface DealScored {
  type: "deal_scored";
  reason: Reason;
  /**
   * as dealt, in the order dealt
   */
  hands: string[][];
  /**
   * the cards that nobody saw
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
   * number of cards of each hand, and of tricks
   */
  size: number;
  /**
   * number of cards that nobody sees in this deal
   */
  aside: number;
  /**
   * the card turned up after the hands
   */
  turned: string;
  /**
   * the trump suit; null: no trumps
   */
  trump: ("C" | "D" | "H" | "S") | null;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
}
/**
 * The draw was made: the highest card deals first.
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
 * A card was played to the trick.
 */
export interface Played {
  type: "played";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  card: string;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
}
/**
 * The trick is complete; its winner leads to the next.
 */
export interface TrickTaken {
  type: "trick_taken";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  /**
   * the jacks taken with it; with `turned_jack` = `last_trick` also the turned one
   */
  jacks: string[];
}
/**
 * The game is over; a shared tie has more winners than one.
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
 * A card of a trick, and who played it.
 */
export interface Laid {
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  card: string;
}
/**
 * Play a card of the hand to the trick; the suit led is followed if possible.
 */
export interface Play {
  type: "play";
  /**
   * a card of the own hand
   */
  card: string;
}
/**
 * The table as one seat, or a spectator, sees it.
 *
 * Between deals the last one is still shown, but for its hands.
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
   * the trump suit; null: no trumps
   */
  trump: ("C" | "D" | "H" | "S") | null;
  /**
   * the turned card; null before the first deal
   */
  turned: string | null;
  /**
   * the own cards, suits C D H S, 2 to ace in each; null for a spectator
   */
  hand: string[] | null;
  /**
   * number of cards of each seat
   */
  counts: number[];
  /**
   * number of cards that nobody sees in this deal
   */
  aside: number;
  /**
   * the open trick, the card led first
   */
  trick: Laid[];
  /**
   * the last trick of this deal
   */
  last: Laid[];
  /**
   * tricks that each seat took in this deal
   */
  taken: number[];
  /**
   * jacks that each seat took in this deal, in the order taken
   */
  jacks: string[][];
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
