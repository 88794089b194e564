import { FREE, type RoomEvent, type RoomView, type SeatView } from "@kozyr/client";
import { beforeEach, expect, it } from "vitest";
import { toldOf } from "./told.ts";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";

beforeEach(async () => {
  await needTexts("room");
  await speak("en");
});

function told(event: RoomEvent, given: Partial<SeatView>, you: number | null = null) {
  const seat: SeatView = { ...FREE, player: "p1", name: "Anna", ...given };
  return toldOf(event, { seats: [seat], you } as unknown as RoomView, ["Anna"])?.text ?? null;
}

it("says who is played for, and who plays again", () => {
  const begins: RoomEvent = { type: "stand_in", seat: 0, stand_in: true };
  const ends: RoomEvent = { ...begins, stand_in: false };
  expect(told(begins, { connected: false })).toBe("A house bot plays for Anna");
  expect(told(ends, { connected: true })).toBe("Anna plays again");
  expect(told(ends, { connected: true }, 0)).toMatch(/^You are back/);
  // The stand-in is gone, and the player is not back.
  expect(told(ends, { connected: false })).toBe(null);
});

it("makes no news of which bot plays a bot's seat", () => {
  const bot = { name: "Ada ♣", bot: "strong", connected: false };
  expect(told({ type: "stand_in", seat: 0, stand_in: true }, bot)).toBe(null);
  expect(told({ type: "stand_in", seat: 0, stand_in: false }, bot)).toBe(null);
  expect(told({ type: "line", seat: 0, connected: false }, bot)).toBe(null);
  expect(told({ type: "line", seat: 0, connected: false }, {})).toBe(
    "Anna has lost the connection",
  );
});

it("says that a bot has gone from its seat, and not that one is asked for", () => {
  const wanted: RoomEvent = { type: "bot_wanted", seat: 0, level: "strong" };
  const kept = { player: null, name: "", bot: "strong" };
  expect(told(wanted, kept)).toBe("Anna has left");
  const view = { seats: [{ ...FREE, ...kept }], you: null } as unknown as RoomView;
  expect(toldOf(wanted, view, [""])).toBe(null);
  expect(toldOf({ ...wanted, level: null }, view, ["Anna"])).toBe(null);
});

it("says what others wish, and not what one wishes oneself", () => {
  const pause: RoomEvent = { type: "pause_wanted", seat: 0, wanted: true };
  const end: RoomEvent = { type: "end_wanted", seat: 0, wanted: true };
  expect(told(pause, {})).toMatch(/Anna.* pause/);
  expect(told(end, {})).toMatch(/Anna.* end/);
  expect(told(pause, {}, 0)).toBe(null);
  expect(told({ ...end, wanted: false }, {})).toBe(null);
});
