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

function drawn(seats: object[], view: object, more: object): void {
  const clock = { turn_ms: 30_000, bank_ms: 60_000 };
  const whole = { phase: "waiting", game: "knaves", host: "p1", seats, knocks: [], clock };
  const all = { ...whole, options: {}, access: "open", ...view };
  const none = (): undefined => undefined;
  const handed = { room: {} as Room, isKnocking: false, onknock: none, oninvite: none };
  const now = { view: all, seat: null, ...more } as unknown as RoomState;
  render(Waiting, { ...handed, onfair: none, ...more, now });
}

function as(player: string): void {
  const welcome = { player } as NonNullable<typeof session.connection.welcome>;
  session.connection = { ...session.connection, welcome };
}

const ANNA = { ...FREE, player: "p1", name: "Anna", connected: true, ready: true };

function shown(...others: object[]): void {
  as("p1");
  drawn([ANNA, ...others], {}, { seat: 0 });
}

it("offers a seat first to whoever has none", () => {
  const asked: (number | null)[] = [];
  const join = (seat: number | null): Promise<number> => {
    asked.push(seat);
    return Promise.resolve(1);
  };
  as("p2");
  drawn([ANNA, FREE], {}, { room: { join } });
  const [first] = screen.getAllByRole("button");
  expect(first?.textContent.trim()).toBe(t("table-sit"));
  expect(first?.classList.contains("primary")).toBe(true);
  first?.click();
  expect(asked).toEqual([null]);
});

it("offers no seat where none is free, or the host was asked already", () => {
  as("p2");
  drawn([ANNA], {}, {});
  drawn([ANNA, FREE], { access: "knock" }, { isKnocking: true });
  for (const name of [t("table-sit"), t("room-knock-here")]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

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
