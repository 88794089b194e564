// Made from gin_rummy.json by `npm run generate`; not to be edited.

export type Action = Pass | Draw | Discard | Knock | LayOff | Done;
/**
 * How a deal came out.
 */
export type Reason = "big_gin" | "gin" | "knock" | "undercut" | "void";
/**
 * What the table waits for.
 */
export type Phase =
  "discard" | "draw" | "lay_off" | "over" | "seating" | "shuffle" | "upcard" | "wall";
/**
 * How a game ended.
 */
export type Ended = "abandoned" | "complete" | "limit" | "voted";
export type Event =
  Drawn | Dealt | Hand | Passed | Drew | Discarded | Knocked | LaidOff | DealScored | GameOver;
/**
 * How a deal was ended by a player.
 */
export type Kind = "big_gin" | "gin" | "knock";

/**
 * Leave the upcard; at the end of the stock (option `wall_take`) the last discard.
 */
export interface Pass {
  type: "pass";
}
/**
 * Take the top card of the stock or of the discard pile; the upcard is `discard`, too.
 */
export interface Draw {
  type: "draw";
  source: "discard" | "stock";
}
/**
 * Put a card face up; not the one just taken from the discard pile.
 */
export interface Discard {
  type: "discard";
  /**
   * a card of the own hand
   */
  card: string;
}
/**
 * Put a card face down and show the other ten; without deadwood it is gin.
 */
export interface Knock {
  type: "knock";
  /**
   * the card put face down; null: big gin, all eleven meld
   */
  card: string | null;
  /**
   * sets and runs in any order; all other cards shown are deadwood
   */
  melds: string[][];
}
/**
 * Add a card to a meld of the knocker (option `auto_lay_off` = false).
 */
export interface LayOff {
  type: "lay_off";
  /**
   * a card of the own hand
   */
  card: string;
  /**
   * which of the melds of the knock, from 0, in the order it gave them
   */
  meld: number;
}
/**
 * Lay off no more; what is left is arranged with the least deadwood by the server.
 */
export interface Done {
  type: "done";
}
/**
 * A deal is over; all cards are shown.
 */
export interface DealScored {
  type: "deal_scored";
  reason: Reason;
  /**
   * the seat that scores; null in a void hand
   */
  winner: number | null;
  /**
   * the melds of the knocker's opponent
   */
  answer: string[][];
  /**
   * his deadwood after lay-offs
   */
  left: string[];
  /**
   * the card put face down; null: void hand, or big gin
   */
  discard: string | null;
  /**
   * as dealt, in the order dealt
   */
  hands: string[][];
  /**
   * as dealt, the first to be drawn first
   */
  stock: string[];
  /**
   * one, or with `hollywood` three
   */
  games: Tally[];
  row: SheetRow;
}
/**
 * The state of a game: one, or with `hollywood` three side by side.
 */
export interface Tally {
  /**
   * of the hands won, without boxes and bonuses
   *
   * @minItems 2
   * @maxItems 2
   */
  points: [number, number];
  /**
   * for hands won; a doubled deal brings two
   *
   * @minItems 2
   * @maxItems 2
   */
  boxes: [number, number];
  /**
   * somebody has reached the target
   */
  over: boolean;
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
 * Ten cards each were dealt, and the upcard turned. To a seat, `hand` follows.
 */
export interface Dealt {
  type: "dealt";
  /**
   * number of the deal, from 1
   */
  deal: number;
  /**
   * a seat, 0 or 1
   */
  dealer: number;
  /**
   * the other seat, which may take the upcard first
   */
  turn: number;
  /**
   * number of cards of each seat
   *
   * @minItems 2
   * @maxItems 2
   */
  counts: [number, number];
  upcard: string;
  /**
   * number of cards in the stock
   */
  stock: number;
  /**
   * the most deadwood to knock with; 0: gin only
   */
  limit: number;
  /**
   * points and boxes of the deal count twice
   */
  doubled: boolean;
}
/**
 * A seat put a card on the discard pile.
 */
export interface Discarded {
  type: "discarded";
  /**
   * a seat, 0 or 1
   */
  seat: number;
  card: string;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
  phase: Phase;
}
/**
 * The draw was made: the higher card deals first, the ace high.
 */
export interface Drawn {
  type: "drawn";
  /**
   * the card of each seat
   */
  cards: string[];
  /**
   * a seat, 0 or 1
   */
  dealer: number;
}
/**
 * A seat drew; it is still on turn, to discard or to knock.
 */
export interface Drew {
  type: "drew";
  /**
   * a seat, 0 or 1
   */
  seat: number;
  source: "discard" | "stock";
  /**
   * null to the others when it came from the stock
   */
  card: string | null;
  /**
   * the top of the discard pile after this; null: it is empty
   */
  top: string | null;
}
/**
 * The cards of one seat, which it alone is told.
 */
export interface Hand {
  type: "hand";
  /**
   * a seat, 0 or 1
   */
  seat: number;
  /**
   * sorted: suits C D H S, ace to king in each
   */
  cards: string[];
}
/**
 * A seat left the upcard, or the last discard.
 */
export interface Passed {
  type: "passed";
  /**
   * a seat, 0 or 1
   */
  seat: number;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
  phase: Phase;
}
/**
 * A seat knocked and shows its cards; the card put face down is told to nobody yet.
 */
export interface Knocked {
  type: "knocked";
  /**
   * a seat, 0 or 1
   */
  seat: number;
  kind: Kind;
  melds: string[][];
  deadwood: string[];
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
  phase: Phase;
}
/**
 * A card of the opponent was added to a meld of the knocker.
 */
export interface LaidOff {
  type: "laid_off";
  /**
   * the knocker's opponent
   */
  seat: number;
  card: string;
  /**
   * which of the melds shown, from 0
   */
  meld: number;
  /**
   * the meld with the card
   */
  cards: string[];
}
/**
 * The game is over.
 */
export interface GameOver {
  type: "game_over";
  totals: number[];
  winners: number[];
  /**
   * the final result, times the stake if there is one; here never null
   */
  settlement: number[] | null;
  ended: Ended;
  /**
   * one, or with `hollywood` three
   */
  games: Settled[];
}
/**
 * What a game is worth to its winner, item by item; `result` is negative if he pays.
 */
export interface Settled {
  /**
   * a seat; null: equal points in an open game
   */
  winner: number | null;
  /**
   * his points minus those of the other
   */
  points: number;
  /**
   * for the game or the shutout; 0 if it was not ended
   */
  bonus: number;
  /**
   * what his boxes are worth minus those of the other
   */
  boxes: number;
  /**
   * a shutout doubled it all
   */
  doubled: boolean;
  result: number;
}
/**
 * What lies open after a knock; it stays until the next deal.
 */
export interface Showdown {
  /**
   * the knocker
   */
  seat: number;
  kind: Kind;
  /**
   * with the cards that were laid off
   */
  melds: string[][];
  /**
   * the knocker's; empty for gin
   */
  deadwood: string[];
  /**
   * cards that the opponent laid off, in order
   */
  laid_off: string[];
  /**
   * the opponent's own melds; null until the deal is over
   */
  answer: string[][] | null;
  /**
   * the opponent's deadwood; null until the deal is over
   */
  left: string[] | null;
  /**
   * what the knocker put face down; null until then, and for big gin
   */
  discard: string | null;
}
/**
 * The table as one seat, or a spectator, sees it.
 */
export interface View {
  /**
   * whose view it is; null for a spectator
   */
  seat: number | null;
  /**
   * number of the deal; 0 before the first
   */
  deal: number;
  /**
   * of this or, between deals, of the last deal; null: not drawn
   */
  dealer: number | null;
  phase: Phase;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
  /**
   * the top of the discard pile, which alone is seen
   */
  top: string | null;
  /**
   * number of cards of the discard pile
   */
  discards: number;
  /**
   * number of cards in the stock
   */
  stock: number;
  /**
   * the most deadwood to knock with in this deal
   */
  limit: number;
  /**
   * points and boxes of this deal count twice
   */
  doubled: boolean;
  /**
   * the own cards, suits C D H S, ace to king in each; null: a spectator
   */
  hand: string[] | null;
  /**
   * number of cards in each hand
   *
   * @minItems 2
   * @maxItems 2
   */
  counts: [number, number];
  /**
   * for each seat the cards that all saw it take and that it still holds
   *
   * @minItems 2
   * @maxItems 2
   */
  known: [string[], string[]];
  /**
   * after a knock, until the next deal; else null
   */
  shown: Showdown | null;
  /**
   * one, or with `hollywood` three
   */
  games: Tally[];
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
