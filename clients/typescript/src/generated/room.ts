// Made from room.json by `npm run generate`; not to be edited.

/**
 * How a game ended.
 */
export type Ended = "abandoned" | "complete" | "limit" | "voted";
/**
 * What a room is doing.
 */
export type Phase = "closed" | "finished" | "playing" | "waiting";
export type RoomEvent =
  | Joined
  | Left
  | HostChanged
  | ReadyChanged
  | LineChanged
  | TipShown
  | GameStarted
  | Seated
  | ShuffleOpened
  | LinkTaken
  | Shuffled
  | FairnessShown
  | TimedOut
  | AbsentChanged
  | BankChanged
  | Knocked
  | KnockAnswered
  | Kicked
  | Silenced
  | SlowModeSet
  | BotWanted
  | BotSat
  | StandInChanged
  | PauseWanted
  | Paused
  | Resumed
  | TimeGiven
  | EndWanted
  | GameHappened
  | GameEnded
  | Reopened
  | Closed;

/**
 * A seat plays by the short clock, or its player is back.
 */
export interface AbsentChanged {
  type: "absent";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  absent: boolean;
}
/**
 * A seat used some of its extra time.
 */
export interface BankChanged {
  type: "bank";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  bank_ms: number;
}
/**
 * A house bot sits in the seat that was kept for it, ready.
 */
export interface BotSat {
  type: "bot_sat";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  player: string;
  name: string;
}
/**
 * A free seat is kept for a house bot; None: no longer.
 */
export interface BotWanted {
  type: "bot_wanted";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  level: string | null;
}
/**
 * How long a decision may take. Play time stands still while no server lives.
 *
 * The clock as a room shows it: without bounds, and with unknown fields ignored, as for all that
 * a server says.
 */
export interface ClockView {
  turn_ms: number;
  bank_ms: number;
  away_ms: number;
}
/**
 * The room is closed and will be forgotten.
 */
export interface Closed {
  type: "closed";
  /**
   * `idle`: nobody was connected for too long.
   */
  reason: string;
}
/**
 * A player wishes that the game ends here, or no longer.
 */
export interface EndWanted {
  type: "end_wanted";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  wanted: boolean;
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
 * A deal, or the draw, is over: what verifies its shuffle.
 */
export interface FairnessShown {
  type: "fairness";
  fairness: Fairness;
}
/**
 * A game is over.
 */
export interface GameEnded {
  type: "game_ended";
  ended: Ended;
  totals: number[];
  /**
   * Items: a seat, from 0 clockwise
   */
  winners: number[];
  settlement: number[] | null;
  record: string;
}
/**
 * Something happened in the game: an `Event` of the game's module.
 */
export interface GameHappened {
  type: "game";
  /**
   * Any value; its form is in the schema of the room's game.
   */
  event: unknown;
}
/**
 * A game begins; the seats that nobody took are gone.
 */
export interface GameStarted {
  type: "game_started";
  /**
   * For each new seat its number before.
   *
   * Items: a seat, from 0 clockwise
   */
  order: number[];
  /**
   * All options, resolved.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * The game's view before the first card.
   */
  table: unknown;
}
/**
 * Somebody else is the host now.
 */
export interface HostChanged {
  type: "host";
  player: string | null;
}
/**
 * Somebody sat down.
 */
export interface Joined {
  type: "joined";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  player: string;
  name: string;
  connected: boolean;
}
/**
 * The host took a seat away; what it means for the seat is told by `left`.
 */
export interface Kicked {
  type: "kicked";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
}
/**
 * The host let somebody in, or not.
 */
export interface KnockAnswered {
  type: "knock_answered";
  player: string;
  admitted: boolean;
}
/**
 * Somebody asks the host to be let in.
 */
export interface Knocked {
  type: "knocked";
  player: string;
  name: string;
}
/**
 * Somebody who asked to be let in.
 */
export interface Knocker {
  player: string;
  name: string;
}
/**
 * Somebody left: before and after a game the seat is free, in play it stays his.
 */
export interface Left {
  type: "left";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
}
/**
 * A player's connection is there, or lost.
 */
export interface LineChanged {
  type: "line";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  connected: boolean;
}
/**
 * A seat's link for the open shuffle was taken. Which one it was is shown after the deal.
 */
export interface LinkTaken {
  type: "link_taken";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
}
/**
 * A shuffle that waits for the links of seats.
 */
export interface OpenShuffle {
  /**
   * Number of the shuffle in this game, from 1.
   */
  n: number;
  /**
   * Seats that are asked for a link, ascending.
   *
   * Items: a seat, from 0 clockwise
   */
  seats: number[];
  /**
   * A tip for each seat, None where it takes no part.
   */
  tips: (string | null)[];
  /**
   * Seats whose link has been taken.
   *
   * Items: a seat, from 0 clockwise
   */
  fed: number[];
}
/**
 * A player wishes that the game stands still, or no longer.
 */
export interface PauseWanted {
  type: "pause_wanted";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  wanted: boolean;
}
/**
 * The game stands still until `until_ms` of play time at most.
 */
export interface Paused {
  type: "paused";
  until_ms: number;
}
/**
 * A player is ready, or not any more.
 */
export interface ReadyChanged {
  type: "ready";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  ready: boolean;
}
/**
 * A rematch: the room waits for its players to be ready again; free seats are back.
 */
export interface Reopened {
  type: "reopened";
  game_no: number;
  tip: string;
  options: {
    [k: string]: unknown;
  };
}
/**
 * The game goes on; nobody wishes a pause any more.
 */
export interface Resumed {
  type: "resumed";
}
/**
 * A seat takes part in the shuffles that are opened from now on.
 */
export interface TipShown {
  type: "tip";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  tip: string | null;
}
/**
 * The draw for seats moved the players.
 */
export interface Seated {
  type: "seated";
  /**
   * For each new seat its number before the draw.
   *
   * Items: a seat, from 0 clockwise
   */
  order: number[];
}
/**
 * The number, seats and tips of the next shuffle are fixed; then links are asked for.
 */
export interface ShuffleOpened {
  type: "shuffle_opened";
  n: number;
  /**
   * Items: a seat, from 0 clockwise
   */
  seats: number[];
  tips: (string | null)[];
}
/**
 * The deck of shuffle `n` was made.
 */
export interface Shuffled {
  type: "shuffled";
  n: number;
  /**
   * Seats that take part and sent no link in time.
   *
   * Items: a seat, from 0 clockwise
   */
  missing: number[];
}
/**
 * A seat was late; the action that follows was made for it.
 */
export interface TimedOut {
  type: "timed_out";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
}
/**
 * The host keeps somebody from writing here, or lets him again.
 */
export interface Silenced {
  type: "silenced";
  player: string;
  silenced: boolean;
}
/**
 * The host lets each person write one line in `seconds`; 0: as often as he likes.
 */
export interface SlowModeSet {
  type: "slow_mode";
  seconds: number;
}
/**
 * A house bot plays a seat whose player is away, or no longer.
 */
export interface StandInChanged {
  type: "stand_in";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  stand_in: boolean;
}
/**
 * A player gave another one time.
 */
export interface TimeGiven {
  type: "time_given";
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  /**
   * a seat, from 0 clockwise
   */
  by: number;
  /**
   * The bank of `seat` now.
   */
  bank_ms: number;
}
/**
 * All that one role may know of a room. The same for all roles but for `you` and `table`.
 */
export interface RoomView {
  room: string;
  game: string;
  preset: string | null;
  name: string;
  public: boolean;
  /**
   * Whether people without a seat may follow.
   */
  spectators: boolean;
  phase: Phase;
  host: string | null;
  /**
   * Seats that the room has before a game; the game may start with fewer players.
   */
  capacity: number;
  clock: ClockView;
  /**
   * As given at creation; from the start of a game all options, resolved.
   */
  options: {
    [k: string]: unknown;
  };
  seats: SeatView[];
  /**
   * Your seat, None for a spectator.
   */
  you: number | null;
  /**
   * Number of the game in this room, from 1: a rematch adds one.
   */
  game_no: number;
  /**
   * The tip of the server's chain for this game, 64 hexadecimal digits.
   */
  tip: string | null;
  shuffle: OpenShuffle | null;
  /**
   * The game's own view (`View` of the game's module); None while the room waits for a game.
   */
  table: unknown;
  /**
   * How the last game ended; None while none has.
   */
  ended: Ended | null;
  /**
   * Id of the last finished game's record.
   */
  record: string | null;
  /**
   * What is spoken here; None: anything.
   */
  language: string | null;
  /**
   * `open`, `knock` or `password`: what it takes to come in without a seat.
   */
  access: string;
  /**
   * Who waits for the host to be let in, the first one first.
   */
  knocks: Knocker[];
  /**
   * Whom the host does not let write here.
   */
  silenced: string[];
  /**
   * Play time at which the pause ends by itself; None: no pause.
   */
  paused_until_ms: number | null;
  /**
   * Slow mode: seconds from one line of a person to his next; 0: as often as he likes.
   */
  slow_s: number;
}
/**
 * One seat as everybody sees it.
 */
export interface SeatView {
  /**
   * None: free.
   */
  player: string | null;
  name: string;
  ready: boolean;
  /**
   * Whether a connection holds the seat's line.
   */
  connected: boolean;
  /**
   * The player left during the game (losing the line is something else).
   */
  left: boolean;
  /**
   * He was late twice in a row; the seat plays by the clock `away_ms` until he is back.
   */
  absent: boolean;
  /**
   * Extra time left, as of the last event about it.
   */
  bank_ms: number;
  /**
   * The tip of the chain of links that this player takes part with, 64 hexadecimal digits.
   */
  tip: string | null;
  /**
   * How well the house bot plays whose seat this is: `easy`, `usual`, `strong`. Without a `player` it has not sat down yet. None: a person's seat, or free.
   */
  bot: string | null;
  /**
   * A house bot plays it until its player is back.
   */
  stand_in: boolean;
  wants_pause: boolean;
  wants_end: boolean;
}
