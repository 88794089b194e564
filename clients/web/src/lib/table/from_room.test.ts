import { FREE, type RoomState, type RoomView, type SeatView } from "@kozyr/client";
import { expect, it } from "vitest";
import { bottomOf, seatsOf } from "./from_room.ts";

function seat(given: Partial<SeatView>): SeatView {
  return { ...FREE, player: "p1", name: "Anna", connected: true, ...given };
}

function state(seats: readonly SeatView[], given: Partial<RoomView> = {}): RoomState {
  const view = {
    phase: "playing",
    host: "p1",
    you: 1,
    seats,
    clock: { turn_ms: 30_000, bank_ms: 60_000, away_ms: 1000 },
    ...given,
  } as unknown as RoomView;
  const prompts = [{ seat: 1, prompt: 7, decision: "play", deadlineAt: 5000 }];
  return { view, prompts, seat: view.you } as unknown as RoomState;
}

it("shows who sits where, and what the game knows of them", () => {
  const room = state([seat({}), seat({ player: "p2", name: "Boris", bank_ms: 12_000 })]);
  const [anna, boris] = seatsOf(room, {
    dealer: 0,
    bids: [3, null],
    tricks: [1, 2],
    scores: [10, -4],
  });
  expect(anna).toMatchObject({
    name: "Anna",
    isHost: true,
    isYou: false,
    isDealer: true,
    bid: "3",
  });
  expect(anna).toMatchObject({ isOnTurn: false, clock: null, tricks: 1, score: 10, cards: null });
  expect(boris).toMatchObject({ isYou: true, isOnTurn: true, bid: null, tricks: 2, score: -4 });
  expect(boris?.bank_ms).toBe(12_000);
  expect(boris?.clock).toEqual({ ends_at_ms: 5000, turn_ms: 30_000, bank_ms: 12_000 });
});

it.each([{ stand_in: true }, { left: true }, { absent: true }])(
  "counts no bank of %o: the time of his decision has none in it",
  (given) => {
    const [, boris] = seatsOf(state([seat({}), seat({ ...given, bank_ms: 60_000 })]));
    expect(boris?.clock).toEqual({ ends_at_ms: 5000, turn_ms: 30_000, bank_ms: 0 });
  },
);

it("tells a lost line, a stand-in, one who left, and a house bot apart", () => {
  const seats = seatsOf(
    state([
      seat({ connected: false }),
      seat({ stand_in: true, connected: false }),
      seat({ left: true, connected: false }),
      seat({ bot: "easy", connected: false }),
      seat({ absent: true }),
    ]),
  );
  const shown = seats.map(({ isConnected, standIn, isAbsent, hasLeft, isBot }) => [
    isConnected,
    standIn,
    isAbsent,
    hasLeft,
    isBot,
  ]);
  expect(shown).toEqual([
    [false, false, false, false, false],
    [false, true, false, false, false],
    [false, false, false, true, false],
    [true, false, false, false, true],
    [true, false, true, false, false],
  ]);
});

it("has free seats, and readiness before a game only", () => {
  const waiting = seatsOf(state([seat({ ready: true }), FREE], { phase: "waiting", you: null }));
  expect(waiting.map((each) => [each.isFree, each.isReady])).toEqual([
    [false, true],
    [true, false],
  ]);
  expect(seatsOf(state([seat({ ready: true })]))[0]?.isReady).toBe(false);
});

it("draws the own seat at the bottom, and for a spectator the first", () => {
  expect(bottomOf(state([seat({})]))).toBe(1);
  expect(bottomOf(state([seat({})], { you: null }))).toBe(0);
});
