import { FREE, KozyrError, type Room, type RoomState } from "@kozyr/client";
import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Notices from "./Notices.svelte";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";

beforeEach(async () => {
  await needTexts("room");
  await speak("en");
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it("counts down to when an abandoned table may be ended", async () => {
  const seats = [
    { ...FREE, player: "p1", name: "Anna", connected: true },
    { ...FREE, player: "p2", name: "Boris", connected: false },
  ];
  const view = { phase: "playing", seats, paused_until_ms: null };
  const now = { view, seat: 0, prompts: [] } as unknown as RoomState;
  let isEarly = true;
  const ask = vi.fn(() =>
    isEarly
      ? Promise.reject(new KozyrError("not_yet", "", { facts: { wait_ms: 75_000 } }))
      : Promise.resolve(null),
  );
  render(Notices, { room: { ask } as unknown as Room, now });
  const button = (): HTMLButtonElement => screen.getByRole("button");
  button().click();
  await vi.advanceTimersByTimeAsync(300);
  expect(button().textContent.trim()).toBe("End the game (1:15)");
  await vi.advanceTimersByTimeAsync(75_000);
  expect(button().textContent.trim()).toBe("End the game");
  isEarly = false;
  button().click();
  await tick();
  expect(ask).toHaveBeenCalledTimes(2);
});
