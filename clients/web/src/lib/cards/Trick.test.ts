import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Trick from "./Trick.svelte";
import { DEAL_OVER, REST_MS, SEEN_MS } from "./motion.ts";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";
import { placesOf } from "$lib/table/places.ts";

const places = placesOf(3, 0, "wide");
const full = [
  { seat: 0, card: "QH" },
  { seat: 1, card: "AH" },
  { seat: 2, card: "2H" },
];
const base = { places, shape: "wide", names: ["Anna", "Boris", "Vera"] } as const;

beforeEach(async () => {
  await needTexts("table");
  await speak("en");
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const shown = (): (string | undefined)[] =>
  screen
    .queryAllByRole("listitem")
    .map((each) => each.querySelector(".aside-text")?.textContent.trim());

it("says who played what", () => {
  render(Trick, { ...base, plays: full.slice(0, 2) });
  expect(shown()).toEqual(["Anna: queen of hearts", "Boris: ace of hearts"]);
});

it("leaves a full trick on the table for a moment", async () => {
  const { rerender } = render(Trick, { ...base, plays: full.slice(0, 2) });
  await rerender({ plays: [], last: full, taker: 1 });
  expect(shown()).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(REST_MS + 50);
  expect(shown()).toHaveLength(0);
});

it("gives way at once to the card that one leads oneself", async () => {
  const { rerender } = render(Trick, { ...base, plays: full.slice(0, 2) });
  await rerender({ plays: [], last: full, taker: 0 });
  await rerender({ plays: [{ seat: 0, card: "5S" }], last: full, taker: 0 });
  await vi.advanceTimersByTimeAsync(50);
  expect(shown()).toEqual(["Anna: five of spades"]);
});

it("is seen for a moment where another leads in haste", async () => {
  const { rerender } = render(Trick, { ...base, plays: full.slice(0, 2) });
  await rerender({ plays: [], last: full, taker: 1 });
  await rerender({ plays: [{ seat: 1, card: "5S" }], last: full, taker: 1 });
  await vi.advanceTimersByTimeAsync(SEEN_MS - 50);
  expect(shown()).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toEqual(["Boris: five of spades"]);
});

it("lies longer where it ends a deal", async () => {
  const { rerender } = render(Trick, { ...base, plays: full.slice(0, 2) });
  await rerender({ plays: [], last: full, taker: 1, isDealOver: true });
  await vi.advanceTimersByTimeAsync(DEAL_OVER * REST_MS - 50);
  expect(shown()).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toHaveLength(0);
});

it("does not show again the trick that was over before one came", () => {
  render(Trick, { ...base, plays: [], last: full, taker: 1 });
  expect(shown()).toHaveLength(0);
});
