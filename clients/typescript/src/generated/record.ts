// Made from record.json by `npm run generate`; not to be edited.

/**
 * How a game ended.
 */
export type Ended = "abandoned" | "complete" | "limit" | "voted";
/**
 * Who made an action.
 */
export type By = "player" | "stand_in" | "timeout";

/**
 * One finished game. Every field is described in `protocol/README.md`.
 */
export interface RecordSchema {
  format: string;
  game: string;
  rules: number;
  preset: string | null;
  ended: Ended;
  options: {
    [k: string]: unknown;
  };
  room: string;
  seats: RecordSeat[];
  started: string;
  finished: string;
  draw: RecordDraw | null;
  deals: RecordDeal[];
  totals: number[];
  winners: number[];
  settlement: number[] | null;
  /**
   * Whether the lobby listed the room; only such games count for ratings.
   */
  public: boolean;
}
/**
 * Who played a seat.
 */
export interface RecordSeat {
  name: string;
  /**
   * `human` (any client) or `bot` (a house bot).
   */
  kind: string;
  stand_ins: StandIn[];
  /**
   * Public id of who sat there, by which ratings know him; None: not known.
   */
  player: string | null;
}
/**
 * A stretch in which a bot played a seat for its owner; ms of play time since the start.
 */
export interface StandIn {
  deal: number;
  from_ms: number;
  to_ms: number | null;
}
/**
 * The draw for seats and first dealer.
 */
export interface RecordDraw {
  /**
   * The card of each seat as numbered before the draw.
   */
  cards: string[];
  fairness: Fairness;
}
/**
 * What verifies one shuffle: the field `fairness` of a deal or of the draw in a record.
 */
export interface Fairness {
  /**
   * The shuffle, from 1, counted through the game.
   */
  n: number;
  /**
   * The tip of the server's chain, the same in all shuffles of a game.
   */
  tip: string;
  /**
   * The server's link for this shuffle.
   */
  server_link: string;
  /**
   * One entry a seat, as seats were numbered at this shuffle; None where none took part.
   */
  seat_tips: (string | null)[];
  /**
   * One entry a seat; None where none took part or the link is missing.
   */
  seat_links: (string | null)[];
  /**
   * The seats that had committed and sent nothing, ascending.
   */
  missing: number[];
}
/**
 * One deal of a record.
 */
export interface RecordDeal {
  number: number;
  dealer: number;
  /**
   * As dealt, in the order dealt.
   */
  hands: string[][];
  scores: number[];
  detail: {
    [k: string]: unknown;
  };
  aside: string[];
  turned: string | null;
  upcard: string | null;
  stock: string[];
  last_card: string | null;
  actions: RecordAction[];
  fairness: Fairness;
}
/**
 * One action; `action` is what the client sent.
 */
export interface RecordAction {
  seat: number;
  /**
   * Any value; its form is in the schema of the room's game.
   */
  action: unknown;
  /**
   * Play time since the deal began.
   */
  at_ms: number;
  by: By;
}
/**
 * One finished game. Every field is described in `protocol/README.md`.
 */
export interface Record {
  format: string;
  game: string;
  rules: number;
  preset: string | null;
  ended: Ended;
  options: {
    [k: string]: unknown;
  };
  room: string;
  seats: RecordSeat[];
  started: string;
  finished: string;
  draw: RecordDraw | null;
  deals: RecordDeal[];
  totals: number[];
  winners: number[];
  settlement: number[] | null;
  /**
   * Whether the lobby listed the room; only such games count for ratings.
   */
  public: boolean;
}
