import { FREE, type RoomState, type RoomView, type SeatView } from "@kozyr/client";
import { expect, it } from "vitest";
import { isAlone, pauseEndsAt, present, slow, withGone } from "./people.ts";

function seat(name: string, given: Partial<SeatView> = {}): SeatView {
  return { ...FREE, player: `p-${name}`, name, connected: true, ...given };
}

/** A table as the first seat sees it; all are on turn. */
function state(seats: readonly SeatView[], given: Partial<RoomView> = {}): RoomState {
  const view = { phase: "playing", seats, paused_until_ms: null, ...given } as unknown as RoomView;
  const prompts = seats.map((_, n) => ({ seat: n, deadlineAt: 6_000, deadlineMs: 90_000 }));
  return { view, prompts, seat: 0 } as unknown as RoomState;
}

const names = (all: readonly { readonly name: string }[]): string[] => all.map((each) => each.name);

const ANNA = seat("Anna");
const BORIS = seat("Boris");
const AWAY = seat("Vera", { connected: false });
const LEFT = seat("Gleb", { left: true, stand_in: true });
const BOT = seat("Ada", { bot: "usual", connected: false });

it("is alone whose other people are all gone, and not who plays with bots only", () => {
  expect(isAlone(state([ANNA, AWAY, LEFT, BOT]))).toBe(true);
  expect(isAlone(state([ANNA, AWAY, BORIS]))).toBe(false);
  expect(isAlone(state([ANNA, BOT, BOT]))).toBe(false);
  expect(isAlone(state([ANNA, AWAY], { phase: "finished" }))).toBe(false);
  expect(isAlone({ ...state([AWAY, LEFT]), seat: null })).toBe(false);
});

it("gives time to people who are there and on turn, and not to oneself", () => {
  const stoodFor = seat("Dora", { stand_in: true });
  const all = state([ANNA, BORIS, AWAY, LEFT, BOT, stoodFor]);
  expect(names(slow(all))).toEqual(["Boris"]);
  expect(names(slow({ ...all, prompts: [] }))).toEqual([]);
  expect(names(present(all))).toEqual(["Anna", "Boris"]);
});

it("knows the end of a pause by the clock of the page, where a decision is open", () => {
  // The decision is due at 90 s of the server, which is 6 s of the page: 84 s lie between them.
  expect(pauseEndsAt(state([ANNA], { paused_until_ms: 100_000 }))).toBe(16_000);
  expect(pauseEndsAt(state([ANNA]))).toBe(null);
  expect(pauseEndsAt({ ...state([ANNA], { paused_until_ms: 1 }), prompts: [] })).toBe(null);
});

it("shows a game that is over with those who have left it since", () => {
  const over = state([ANNA, FREE], { phase: "finished" });
  expect(withGone(over, [ANNA, BORIS]).view.seats).toEqual([
    ANNA,
    { ...BORIS, left: true, connected: false },
  ]);
  // Nobody is put where the next game waits, or where other seats were kept.
  const waiting = state([ANNA, FREE], { phase: "waiting" });
  expect(withGone(waiting, [ANNA, BORIS])).toBe(waiting);
  expect(withGone(over, [ANNA])).toBe(over);
});
