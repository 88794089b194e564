import type { king, Room, RoomNews, RoomState } from "@kozyr/client";
import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { createRawSnippet } from "svelte";
import { beforeEach, expect, it, vi } from "vitest";
import Table from "./Table.svelte";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";
import { change } from "$lib/settings.svelte.ts";

beforeEach(async () => {
  const topics = ["table", "cards", "games/king", "games/king_jokers"];
  await Promise.all(topics.map((topic) => needTexts(topic)));
  await speak("en");
  change("confirmPlays", false);
});

const NONE = [0, 0, 0, 0];
const view = {
  deal: 1,
  contract: "no_tricks",
  dealer: 0,
  phase: "play",
  turn: 0,
  hand: ["7D", "8D", "X1"],
  counts: [3, 2, 2, 2],
  rest: 0,
  declaration: null,
  split: null,
  bidders: [],
  offer: null,
  sale: null,
  trump: null,
  last_card: null,
  trick: [{ seat: 3, card: "9D" }],
  last_trick: null,
  tally: { tricks: NONE, hearts: NONE, boys: NONE, girls: NONE, last_two: NONE, king: null },
  totals: NONE,
  sheet: [],
  result: null,
} satisfies king.View;
const seat = { player: "p", name: "Anna", bot: null, connected: true };
const room = {
  seat: 0,
  prompts: [],
  view: {
    phase: "playing",
    you: 0,
    options: {},
    clock: { turn_ms: 1, bank_ms: 0 },
    seats: [seat, seat, seat, seat],
  },
} as unknown as RoomState;
const top = createRawSnippet(() => ({ render: () => "<span></span>" }));
const legal: king.Action[] = [
  { type: "play", card: "7D" },
  { type: "play", card: "8D" },
  { type: "play", card: "X1", mode: "high" },
  { type: "play", card: "X1", mode: "low" },
];

function table(more: object = {}) {
  const act = vi.fn();
  const props = { room, view, legal, act, top, ...more };
  const { rerender } = render(Table, props);
  return { act, rerender: (more: object) => rerender({ ...props, ...more }) };
}

const press = (name: RegExp): Promise<void> =>
  userEvent.click(screen.getByRole("button", { name }));
const chooser = (): HTMLElement | null =>
  screen.queryByRole("group", { name: "How do you play the joker?" });

it("plays a joker as it was chosen", async () => {
  const { act } = table();
  await press(/^joker/);
  expect(act).not.toHaveBeenCalled();
  await press(/^low/);
  expect(act.mock.calls).toEqual([[{ type: "play", card: "X1", mode: "low" }]]);
  expect(chooser()).toBe(null);
});

it("takes the choice of a joker back", async () => {
  const { act } = table();
  await press(/^joker/);
  await press(/^Another card$/);
  expect(chooser()).toBe(null);
  await press(/^joker/);
  await userEvent.keyboard("{Escape}");
  expect(chooser()).toBe(null);
  expect(act).not.toHaveBeenCalled();
  await press(/^joker/);
  await press(/^eight of diamonds/);
  expect(act.mock.calls).toEqual([[{ type: "play", card: "8D" }]]);
  expect(chooser()).toBe(null);
});

it("forgets a joker that was chosen when its turn is over", async () => {
  const { rerender } = table();
  await press(/^joker/);
  expect(chooser()).not.toBe(null);
  await rerender({ legal: [] });
  expect(chooser()).toBe(null);
  // The next turn begins without it.
  await rerender({ legal });
  expect(chooser()).toBe(null);
});

it("keeps the trick that ended a deal in reach in the next one", async () => {
  const listeners: ((news: RoomNews) => void)[] = [];
  const onNews: Room["onNews"] = (listener) => {
    listeners.push(listener);
    return () => undefined;
  };
  const { rerender } = table({ onNews });
  expect(screen.getByRole("button", { name: "Last trick" })).toHaveProperty("disabled", true);
  const events = [
    { type: "played", seat: 0, card: "7D", mode: null, suit: null, turn: null },
    { type: "trick_taken", seat: 3, tally: view.tally },
  ].map((event) => ({ type: "game", event }));
  const next = { ...view, deal: 2, trick: [] };
  const news = { kind: "changed", events, view: { table: next } } as unknown as RoomNews;
  for (const listener of listeners) listener(news);
  await rerender({ view: next, legal: [] });
  expect(screen.getByRole("button", { name: "Last trick" })).toHaveProperty("disabled", false);
});
