import { FREE, type Room, type RoomState } from "@kozyr/client";
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Waiting from "./Waiting.svelte";
import { needTexts, speak, t } from "$lib/i18n/index.svelte.ts";
import { session } from "$lib/session.svelte.ts";

beforeEach(async () => {
  await needTexts("room", "table");
  await speak("en");
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

function shown(...others: object[]): void {
  const seats = [{ ...FREE, player: "p1", name: "Anna", connected: true, ready: true }, ...others];
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
}

it("tells the host why a bot that was asked for does not come", async () => {
  shown({ ...FREE, bot: "usual" });
  expect(screen.getAllByText(t("room-bot-comes"))).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(4000);
  expect(screen.queryByText(t("room-bots-late"))).toBeNull();
  await vi.advanceTimersByTimeAsync(6000);
  expect(screen.queryByText(t("room-bots-late"))).not.toBeNull();
});

it("offers bots as good as those at the table, or as they were chosen last", () => {
  const isChosen = (level: string): boolean =>
    screen.getByRole<HTMLInputElement>("radio", { name: t(`room-level-${level}`) }).checked;
  shown(FREE);
  expect(isChosen("usual")).toBe(true);
  cleanup();
  localStorage.setItem("kozyr.bot_level", "easy");
  shown(FREE);
  expect(isChosen("easy")).toBe(true);
  cleanup();
  shown({ ...FREE, bot: "strong", player: "p2", name: "Bot" }, FREE);
  expect(isChosen("strong")).toBe(true);
});
