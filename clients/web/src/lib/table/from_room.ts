/** What a room's picture says of its seats, for `Table`. Pure. */
import type { RoomState, SeatView } from "@kozyr/client";
import { seatInfo, type SeatInfo } from "./seats.ts";

/** What only the game knows of its seats, by seat. */
export interface GameFacts {
  readonly dealer?: number | null;
  readonly bids?: readonly (string | number | null)[];
  readonly tricks?: readonly number[];
  readonly scores?: readonly number[];
  readonly cards?: readonly number[];
  /** In words what `mark` of the table shows. */
  readonly said?: readonly string[];
}

/** All seats of a room as they are drawn; a game adds what it knows. */
export function seatsOf(state: RoomState, game: GameFacts = {}): SeatInfo[] {
  const { view, prompts } = state;
  return view.seats.map((each, seat) => {
    const prompt = prompts.find((open) => open.seat === seat);
    const bid = game.bids?.[seat] ?? null;
    const isPlaying = view.phase === "playing";
    return seatInfo({
      seat,
      player: each.player ?? "",
      name: each.player === null && each.bot !== null ? "…" : each.name,
      isFree: each.player === null && each.bot === null,
      isYou: seat === view.you,
      isHost: each.player !== null && each.player === view.host,
      isBot: each.bot !== null,
      isConnected: each.connected || each.bot !== null,
      hasLeft: each.left,
      // Of a bot's seat nobody is missed when another one plays it.
      standIn: each.bot === null && each.stand_in,
      isAbsent: each.bot === null && each.absent && isPlaying,
      isReady: each.ready && !isPlaying,
      isOnTurn: prompt !== undefined,
      isDealer: seat === (game.dealer ?? null),
      clock:
        prompt === undefined || view.paused_until_ms != null
          ? null
          : { ends_at_ms: prompt.deadlineAt, turn_ms: view.clock.turn_ms, bank_ms: bankOf(each) },
      bank_ms:
        isPlaying && each.bot === null && each.player !== null && view.clock.bank_ms > 0
          ? each.bank_ms
          : null,
      bid: bid === null ? null : String(bid),
      tricks: game.tricks?.[seat] ?? null,
      score: game.scores?.[seat] ?? null,
      cards: game.cards?.[seat] ?? null,
      said: game.said?.[seat] ?? "",
    });
  });
}

/** What of the time of a decision is the bank: that is for people who are there. */
export function bankOf(seat: SeatView | undefined): number {
  return seat === undefined || seat.left || seat.absent || seat.stand_in ? 0 : seat.bank_ms;
}

/** The seat to be drawn at the bottom: the own one, or for a spectator the first. */
export function bottomOf(state: RoomState): number {
  return state.seat ?? 0;
}
