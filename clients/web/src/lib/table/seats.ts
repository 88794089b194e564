import type { TurnClock } from "./countdown.ts";

/** All that a seat shows, whatever the game; what a game does not have is null. */
export interface SeatInfo {
  readonly seat: number;
  /** Public id; empty: the seat is free. */
  readonly player: string;
  readonly name: string;
  readonly isFree: boolean;
  readonly isYou: boolean;
  readonly isHost: boolean;
  readonly isBot: boolean;
  readonly isConnected: boolean;
  readonly hasLeft: boolean;
  /** A bot plays the seat for its owner until he is back. */
  readonly standIn: boolean;
  /** The clock plays the seat until its owner is back. */
  readonly isAbsent: boolean;
  readonly isReady: boolean;
  readonly isOnTurn: boolean;
  readonly isDealer: boolean;
  readonly clock: TurnClock | null;
  /** What is left of the time beyond that of each decision, ms; null: there is none at this table. */
  readonly bank_ms: number | null;
  readonly bid: string | null;
  readonly tricks: number | null;
  readonly score: number | null;
  /** How many cards the seat holds. */
  readonly cards: number | null;
  /** What the game's own marks on the seat say, for those who hear it. */
  readonly said: string;
}

/** A seat with nothing but what is given: for games that add to it, tests and the gallery. */
export function seatInfo(given: Partial<SeatInfo> & { seat: number }): SeatInfo {
  const name = given.name ?? "";
  return {
    player: given.player ?? name,
    name,
    isFree: name === "",
    isYou: false,
    isHost: false,
    isBot: false,
    isConnected: true,
    hasLeft: false,
    standIn: false,
    isAbsent: false,
    isReady: false,
    isOnTurn: false,
    isDealer: false,
    clock: null,
    bank_ms: null,
    bid: null,
    tricks: null,
    score: null,
    cards: null,
    said: "",
    ...given,
  };
}
