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

it("does not call back whoever left, or was sent out", () => {
  watchSeat(room("a", "playing", 0));
  watchSeat(room("a", "playing", 0, true));
  expect(lastSeat.now).toBeNull();
  watchSeat(room("a", "playing", 0));
  forgetSeat("a");
  expect(lastSeat.now).toBeNull();
});
