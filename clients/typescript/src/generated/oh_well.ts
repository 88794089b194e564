// Made from oh_well.json by `npm run generate`; not to be edited.

export type Action = Bid | Play;
/**
 * How a game ended.
 */
export type Ended = "abandoned" | "complete" | "limit" | "voted";
export type Event =
  Drawn | Dealt | Hand | BidMade | OwnBid | BidsShown | Played | TrickTaken | DealScored | GameOver;

/**
 * Name the number of tricks that one will take: once, and it stands.
 */
export interface Bid {
  type: "bid";
  /**
   * 0 to the number of cards of a hand
   */
  tricks: number;
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
 * A seat bid.
 */
export interface BidMade {
  type: "bid_made";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  /**
   * the bid; null with `bidding` = `simultaneous`: not shown yet
   */
  tricks: number | null;
  /**
   * seats whose decision is open after this, ascending: several while all bid at once, none when the deal is over
   */
  to_act: number[];
}
/**
 * With `bidding` = `simultaneous`: all have bid, and the bids are shown.
 */
export interface BidsShown {
  type: "bids_shown";
  /**
   * of each seat
   */
  bids: number[];
}
/**
 * A deal is over; the hands are shown.
 */
export interface DealScored {
  type: "deal_scored";
  /**
   * as dealt, in the order dealt
   */
  hands: string[][];
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
   * with `trump` = `turn_up`: the undealt card that was turned; null: none
   */
  turned: string | null;
  /**
   * the trump suit; null: no trumps
   */
  trump: ("C" | "D" | "H" | "S") | null;
  /**
   * seats whose decision is open after this, ascending: several while all bid at once, none when the deal is over
   */
  to_act: number[];
}
/**
 * The draw was made: the highest card deals first and keeps his seat.
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
 * With `bidding` = `simultaneous`: the bid of one seat, which it alone is told.
 */
export interface OwnBid {
  type: "own_bid";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  tricks: number;
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
   * seats whose decision is open after this, ascending: several while all bid at once, none when the deal is over
   */
  to_act: number[];
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
   * seats whose decision is open after this, ascending: several while all bid at once, none when the deal is over
   */
  to_act: number[];
  /**
   * number of cards that each hand was dealt
   */
  size: number;
  /**
   * the trump suit; null: no trumps
   */
  trump: ("C" | "D" | "H" | "S") | null;
  /**
   * with `trump` = `turn_up`: the undealt card that was turned; null: none
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
   * of each seat; null: not yet bid, or not yet shown (then the seat is not in `to_act`)
   */
  bids: (number | null)[];
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
