import type { RoomState } from "@kozyr/client";
import { beforeEach, expect, it } from "vitest";
import { forgetSeat, lastSeat, watchSeat } from "./seat.svelte.ts";

function room(id: string, phase: string, seat: number | null, left = false): RoomState {
  const view = { room: id, game: "king", phase, seats: [{ left }] };
  return { view, seat, ended: false } as unknown as RoomState;
}

beforeEach(() => {
  if (lastSeat.now !== null) forgetSeat(lastSeat.now.room);
});

it("knows the game in which one sits until it is over", () => {
  watchSeat(room("a", "playing", 0));
  expect(lastSeat.now).toMatchObject({ room: "a", game: "king" });
  watchSeat(room("b", "playing", null));
  expect(lastSeat.now?.room).toBe("a");
  watchSeat(room("a", "finished", 0));
  expect(lastSeat.now).toBeNull();
});

it("calls back whoever left while the game goes on, and not who was sent out", () => {
  watchSeat(room("a", "playing", 0));
  watchSeat(room("a", "playing", 0, true));
  expect(lastSeat.now?.room).toBe("a");
  forgetSeat("a");
  expect(lastSeat.now).toBeNull();
});

it("knows a table that waits, until the seat is given back", () => {
  watchSeat(room("a", "waiting", 0));
  expect(lastSeat.now).toMatchObject({ room: "a", waits: true });
  watchSeat(room("b", "playing", 0));
  watchSeat(room("a", "waiting", 0));
  expect(lastSeat.now).toMatchObject({ room: "b", waits: false });
  forgetSeat("b");
  watchSeat(room("a", "waiting", 0));
  watchSeat(room("a", "waiting", null));
  expect(lastSeat.now).toBeNull();
});
