// Made from king.json by `npm run generate`; not to be edited.

export type Action = Declare | Sale | Offer | Pass | Agree | Play;
/**
 * What the game waits for.
 */
export type Phase =
  "agree" | "auction" | "deal" | "declare" | "draw" | "over" | "play" | "sale" | "split";
/**
 * What a deal is about.
 */
export type Contract =
  | "boys"
  | "girls"
  | "hearts"
  | "king"
  | "last_two"
  | "neg_medley"
  | "no_boys"
  | "no_girls"
  | "no_hearts"
  | "no_king"
  | "no_last_two"
  | "no_tricks"
  | "pos_medley"
  | "praise"
  | "tricks";
/**
 * Why a deal was over.
 */
export type Reason = "early" | "played_out" | "split";
/**
 * How a game ended.
 */
export type Ended = "abandoned" | "complete" | "limit" | "voted";
export type Event =
  | Drawn
  | Dealt
  | Hand
  | Declared
  | Agreed
  | SaleAnswered
  | Offered
  | Passed
  | GameSold
  | Completed
  | Played
  | TrickTaken
  | DealScored
  | GameOver;

/**
 * Say what a praise deal is played by, or split it.
 */
export interface Declare {
  type: "declare";
  /**
   * `suit`: that suit is trump; `by_last`: the suit of the last card that will be dealt to you; `misere`: no trump and ranks reversed; `split`: no play, two tricks for everybody; `no_trump`: only with the option of that name
   */
  call: "by_last" | "misere" | "no_trump" | "split" | "suit";
  /**
   * with the call `suit`, and only then
   */
  suit?: ("C" | "D" | "H" | "S") | null;
}
/**
 * Open the sale of the own game, or keep it.
 */
export interface Sale {
  type: "sale";
  open: boolean;
}
/**
 * Bid for the praiser's game.
 */
export interface Offer {
  type: "offer";
  /**
   * to be paid to the praiser; more than the highest offer, at most 8
   */
  tricks: number;
}
/**
 * Bid no more; or, with all cards in hand, do not split.
 */
export interface Pass {
  type: "pass";
}
/**
 * Answer a praiser who wants to split.
 */
export interface Agree {
  type: "agree";
  yes: boolean;
}
/**
 * Play a card to the trick.
 */
export interface Play {
  type: "play";
  /**
   * a card of the own hand
   */
  card: string;
  /**
   * a joker, and only a joker: beats everything, or cannot win
   */
  mode?: ("high" | "low") | null;
  /**
   * a joker that is led, and only then: the suit to follow
   */
  suit?: ("C" | "D" | "H" | "S") | null;
}
/**
 * A seat answered a praiser who wants to split; one `no` is enough.
 */
export interface Agreed {
  type: "agreed";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  yes: boolean;
  phase: Phase;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
}
/**
 * The other cards of a praise deal were dealt. To a seat, `hand` follows with all its cards.
 */
export interface Completed {
  type: "completed";
  /**
   * null: there is none
   */
  trump: ("C" | "D" | "H" | "S") | null;
  /**
   * by the last card: that card of the declarer; else null
   */
  last_card: string | null;
  counts: number[];
  phase: Phase;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
}
/**
 * A deal is over; all cards that were dealt are shown.
 */
export interface DealScored {
  type: "deal_scored";
  reason: Reason;
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
 * The cards were dealt, in a praise deal the first three. To a seat, `hand` follows.
 */
export interface Dealt {
  type: "dealt";
  /**
   * number of the deal, from 1
   */
  deal: number;
  contract: Contract;
  /**
   * a seat, from 0 clockwise
   */
  dealer: number;
  phase: Phase;
  /**
   * the eldest hand, which begins
   */
  turn: number;
  /**
   * number of cards of each seat
   */
  counts: number[];
  /**
   * number of cards that are still to be dealt
   */
  rest: number;
}
/**
 * What is played, and by whom it was said.
 */
export interface Declaration {
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  call: "by_last" | "misere" | "no_trump" | "split" | "suit";
  /**
   * with the call `suit`; else null
   */
  suit: ("C" | "D" | "H" | "S") | null;
}
/**
 * The declarer said what is played; or the praiser splits, or wants to.
 */
export interface Declared {
  type: "declared";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  call: "by_last" | "misere" | "no_trump" | "split" | "suit";
  /**
   * with the call `suit`; else null
   */
  suit: ("C" | "D" | "H" | "S") | null;
  phase: Phase;
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
   * as numbered after the draw
   */
  dealer: number;
}
/**
 * All cards of one seat, which it alone is told; in a praise deal twice.
 */
export interface Hand {
  type: "hand";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  /**
   * sorted: suits C D H S, 7 to ace, jokers
   */
  cards: string[];
}
/**
 * The praiser opened the sale of his game, or keeps it.
 */
export interface SaleAnswered {
  type: "sale_answered";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  open: boolean;
  phase: Phase;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
  /**
   * seats in the auction, first on turn
   */
  bidders: number[];
}
/**
 * A seat bid for the praiser's game.
 */
export interface Offered {
  type: "offered";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  tricks: number;
  phase: Phase;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
  bidders: number[];
}
/**
 * A seat is out of the auction; or the praiser does not split.
 */
export interface Passed {
  type: "passed";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  phase: Phase;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
  bidders: number[];
}
/**
 * The highest bidder has the game, and says anew what is played.
 */
export interface GameSold {
  type: "game_sold";
  sale: Sold;
}
/**
 * A game that was sold.
 */
export interface Sold {
  /**
   * a seat, from 0 clockwise
   */
  seller: number;
  /**
   * a seat, from 0 clockwise
   */
  buyer: number;
  tricks: number;
}
/**
 * A card was played.
 */
export interface Played {
  type: "played";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  card: string;
  /**
   * of a joker; else null
   */
  mode: ("high" | "low") | null;
  /**
   * of a joker that was led; else null
   */
  suit: ("C" | "D" | "H" | "S") | null;
  /**
   * the seat on turn after this; null when nobody is, for the deal is over
   */
  turn: number | null;
}
/**
 * The trick is full, and its taker leads to the next.
 */
export interface TrickTaken {
  type: "trick_taken";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  tally: Tally;
}
/**
 * with this trick
 */
export interface Tally {
  tricks: number[];
  hearts: number[];
  boys: number[];
  girls: number[];
  /**
   * of the last two tricks
   */
  last_two: number[];
  /**
   * the seat to which the king of hearts is written: who took it or, with the option `king_mode` = `penalty`, who held it back; null: nobody yet
   */
  king: number | null;
}
/**
 * The game is over; a shared first place has more winners.
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
 * The highest offer of an auction.
 */
export interface HighOffer {
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  tricks: number;
}
/**
 * A card of the trick, and who played it.
 */
export interface Laid {
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  card: string;
  /**
   * of a joker; else absent
   */
  mode?: ("high" | "low") | null;
  /**
   * of a joker that was led; else absent
   */
  suit?: ("C" | "D" | "H" | "S") | null;
}
/**
 * What each seat took in this deal.
 */
export interface Tally1 {
  tricks: number[];
  hearts: number[];
  boys: number[];
  girls: number[];
  /**
   * of the last two tricks
   */
  last_two: number[];
  /**
   * the seat to which the king of hearts is written: who took it or, with the option `king_mode` = `penalty`, who held it back; null: nobody yet
   */
  king: number | null;
}
/**
 * A whole trick, and who took it.
 */
export interface Trick {
  /**
   * a seat, from 0 clockwise
   */
  winner: number;
  cards: Laid[];
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
   * of this or, between deals, of the last deal; null before the first
   */
  contract: Contract | null;
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
   * the own cards, suits C D H S, 7 to ace, jokers; null for a spectator
   */
  hand: string[] | null;
  /**
   * number of cards of each seat
   */
  counts: number[];
  /**
   * number of cards that are still to be dealt
   */
  rest: number;
  /**
   * in a praise deal, what stands; null: nothing yet
   */
  declaration: Declaration | null;
  /**
   * in a praise deal, what became of a split; null: nobody wanted one
   */
  split: ("asked" | "made" | "refused") | null;
  /**
   * seats in the auction, in their order, first on turn
   */
  bidders: number[];
  /**
   * the highest; null: none yet
   */
  offer: HighOffer | null;
  /**
   * null: the game was not sold
   */
  sale: Sold | null;
  /**
   * null: there is none, or it is not fixed yet
   */
  trump: ("C" | "D" | "H" | "S") | null;
  /**
   * the card of the declarer that was shown; else null
   */
  last_card: string | null;
  /**
   * the open trick, in the order played
   */
  trick: Laid[];
  /**
   * the trick before, of this deal
   */
  last_trick: Trick | null;
  tally: Tally1;
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
