import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bidSum, hooked } from "../games/oh_well/bids.ts";
import { toldOfTricks, type TrickView } from "../games/parts/told.ts";
import { takerOf, trickNumber } from "../games/parts/tricks.ts";
import { completing, highestFit, stepOf, valueOf } from "../games/twenty_nine/pile.ts";
import { headingOf, placeOf } from "./phase.ts";
import { placesOf, ratingChange } from "./result.ts";
import { wasPlayed } from "./seen.ts";

const play = (seat: number, card: string): { seat: number; card: string } => ({ seat, card });

describe("tricks", () => {
  it("go to the highest card of the suit led, or to the highest trump", () => {
    const trick = [play(2, "7H"), play(0, "KH"), play(1, "AS")];
    expect(takerOf(trick, null)).toBe(0);
    expect(takerOf(trick, "S")).toBe(1);
    expect(takerOf([], "S")).toBe(null);
  });

  it("are counted from one, and not beyond the last", () => {
    expect(trickNumber([0, 0, 0], 17)).toBe(1);
    expect(trickNumber([9, 5, 3], 17)).toBe(17);
  });

  it("are told card by card, over the end of one and the beginning of the next", () => {
    const before: TrickView = {
      ...{ trump: null, deal: 1, sheet: [], result: null, last: [] },
      trick: [play(0, "7H"), play(1, "8H")],
    };
    const full = [...before.trick, play(2, "AH")];
    const after: TrickView = { ...before, last: full, trick: [play(2, "2C")] };
    expect(toldOfTricks(before, after, 2)).toEqual([
      { key: "told-card", seat: 2, card: "AH" },
      { key: "told-taken", seat: 2 },
      { key: "told-card", seat: 2, card: "2C" },
    ]);
  });
});

describe("bids", () => {
  it("are held against the tricks of the deal", () => {
    expect(bidSum([3, null, 4], 13)).toEqual({ sum: 7, isFull: false, open: 6 });
    expect(bidSum([5, 5, 4], 13)).toEqual({ sum: 14, isFull: true, open: -1 });
  });

  it("show which one the hook bars", () => {
    expect(hooked(new Set([0, 1, 3, 4]), 4)).toBe(2);
    expect(hooked(new Set([0, 1, 2]), 2)).toBe(null);
    expect(hooked(new Set(), 4)).toBe(null);
  });
});

describe("a pile of Twenty-Nine", () => {
  it("knows what a card counts and what makes 29", () => {
    expect(["AS", "TD", "JH", "QC", "KS", "2C"].map(valueOf)).toEqual([1, 10, 1, 1, 1, 2]);
    expect(completing(18)).toEqual([]);
    expect(completing(19)).toEqual(["T"]);
    expect(completing(28)).toEqual(["A", "J", "Q", "K"]);
    expect(completing(29)).toEqual([]);
    expect([highestFit(19), highestFit(20), highestFit(28)]).toEqual([null, 9, 1]);
  });

  it("of any height fits into its place", () => {
    for (let count = 1; count <= 21; count += 1) {
      expect(stepOf(count, 46, 136, 24) * (count - 1) + 46).toBeLessThanOrEqual(136);
    }
  });
});

describe("the end of a game", () => {
  it("gives ties the better place, and winners the first", () => {
    const lines = placesOf({ totals: [40, 61, 40], winners: [1], settlement: [-5, 10, -5] });
    expect(lines.map(({ seat, place, chips }) => [seat, place, chips])).toEqual([
      [1, 1, 10],
      [0, 2, -5],
      [2, 2, -5],
    ]);
  });

  it("shows what it did to a rating", () => {
    const results = [
      { record: "c-1", game: "king", unrated: null, points: 1512 },
      { record: "b-1", game: "knaves", unrated: null, points: 1490 },
      { record: "a-1", game: "king", unrated: "bot", points: null },
      { record: "9-1", game: "king", unrated: null, points: 1500 },
    ];
    expect(ratingChange(results, "c-1")).toEqual({ points: 1512, change: 12 });
    expect(ratingChange(results, "b-1")).toEqual({ points: 1490, change: null });
    expect(ratingChange(results, "a-1")).toBe(null);
    expect(ratingChange(results, "x-1")).toBe(null);
  });
});

it("play in one's absence is noticed within the same game", () => {
  expect(wasPlayed("1/2/7", "1/2/6")).toBe(true);
  expect(wasPlayed("1/2/7", "1/3/10")).toBe(true);
  expect(wasPlayed("1/2/7", "1/2/7")).toBe(false);
  expect(wasPlayed("1/2/7", "2/1/17")).toBe(false);
  expect(wasPlayed("1/0/0", "1/1/17")).toBe(false);
  expect(wasPlayed(undefined, "1/2/6")).toBe(false);
});

it("what King with jokers does not tell is told by King", () => {
  for (const decision of ["declare", "sale", "auction", "agree", "split"]) {
    expect(placeOf("king_jokers", decision)).toEqual({ game: "king", at: 2 });
  }
  expect(placeOf("king_jokers", "play")).toEqual({ game: "king_jokers", at: 1 });
  expect(placeOf("king_jokers", undefined)).toEqual({ game: "king_jokers", at: null });
});

const HELP = join(import.meta.dirname, "../../../../server/kozyr_games/help");

describe.each(["oh_well", "knaves", "twenty_nine", "king", "king_jokers", "gin_rummy"])(
  "the rules of %s",
  (game) => {
    const headings = (language: string): string[] =>
      [...readFileSync(join(HELP, `${game}.${language}.md`), "utf8").matchAll(/^## (.*)$/gm)].map(
        (found) => found[1] ?? "",
      );

    it("have the same headings in both languages, and one for play", () => {
      expect(headings("ru")).toHaveLength(headings("en").length);
      const at = headingOf(game, game === "gin_rummy" ? "draw" : "play");
      expect(headings("en")[at ?? -1]).toMatch(/play|turn|twelve/i);
    });
  },
);
