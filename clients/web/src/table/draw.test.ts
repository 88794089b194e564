import type { RoomEvent, RoomView } from "@kozyr/client";
import { beforeEach, expect, it } from "vitest";
import { drawOf } from "./draw.ts";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";

beforeEach(async () => {
  await needTexts("room");
  await speak("en");
});

const view = (...names: string[]): RoomView =>
  ({ seats: names.map((name) => ({ name })) }) as unknown as RoomView;
const drawn = (cards: string[], dealer: number): RoomEvent => ({
  type: "game",
  event: { type: "drawn", cards, dealer },
});

it("tells who drew what, and who deals", () => {
  expect(drawOf([drawn(["QS", "AS", "KS"], 1)], view("Anna", "Boris", "Vera"))).toBe(
    "Drawn: Boris (ace, deals), Vera (king), Anna (queen)",
  );
});

it("tells it of the seats as they are taken by it", () => {
  // Anna had seat 0 and the queen, Boris seat 1 and the king, Vera seat 2 and the ace.
  const events: RoomEvent[] = [drawn(["QS", "KS", "AS"], 2), { type: "seated", order: [1, 0, 2] }];
  expect(drawOf(events, view("Boris", "Anna", "Vera"))).toBe(
    "Seats drawn: Vera (ace, deals), Boris (king), Anna (queen)",
  );
});

it("says nothing of other steps", () => {
  const card: RoomEvent = { type: "game", event: { type: "drew", seat: 0 } };
  expect(drawOf([card, { type: "game_started" } as unknown as RoomEvent], view("Anna"))).toBe(null);
});
