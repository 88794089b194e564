import { FREE, type Room, type RoomState } from "@kozyr/client";
import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Waiting from "./Waiting.svelte";
import { needTexts, speak, t } from "$lib/i18n/index.svelte.ts";
import { session } from "$lib/session.svelte.ts";

beforeEach(async () => {
  await needTexts("room", "table");
  await speak("en");
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it("tells the host why a bot that was asked for does not come", async () => {
  const seats = [
    { ...FREE, player: "p1", name: "Anna", connected: true },
    { ...FREE, bot: "usual" },
  ];
  const welcome = { player: "p1" } as NonNullable<typeof session.connection.welcome>;
  session.connection = { ...session.connection, welcome };
  const clock = { turn_ms: 30_000, bank_ms: 60_000 };
  const view = { phase: "waiting", game: "knaves", host: "p1", seats, knocks: [], clock };
  const now = { view: { ...view, options: {}, access: "open" }, seat: 0 } as unknown as RoomState;
  render(Waiting, {
    room: {} as Room,
    now,
    isKnocking: false,
    oninvite: () => undefined,
    onfair: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(4000);
  expect(screen.queryByText(t("room-bots-late"))).toBeNull();
  await vi.advanceTimersByTimeAsync(6000);
  expect(screen.queryByText(t("room-bots-late"))).not.toBeNull();
});
