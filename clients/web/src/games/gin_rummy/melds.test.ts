import type { ginRummy } from "@kozyr/client";
import { describe, expect, it } from "vitest";
import { followed, moved, placed } from "./arrange.ts";
import { choicesOf } from "./knocks.ts";
import { bestOf, deadwoodOf, isMeld, openings } from "./melds.ts";

const cards = (text: string): string[] => text.split(" ");

describe("deadwood", () => {
  // Hands that a search for the longest melds first takes for worse.
  it.each([
    "6H QH QC 5H KD KH 7H KC 4H QD",
    "KC 3S 3C 9C KH 3H 9H 3D 9D KD",
    "TC 2H 3H 2S TD 5H 3S 4H 4S TS",
    "5S 4H 6S TH 3H JH 5H 9H 2H 4S",
  ])("is none where all can be melded: %s", (hand) => {
    const { deadwood, melds, rest } = bestOf(cards(hand));
    expect(melds.every(isMeld)).toBe(true);
    expect([...melds.flat(), ...rest].sort()).toEqual(cards(hand).sort());
    expect(deadwood).toBe(0);
  });
  it("counts aces one and courts ten, and an ace only below a two", () => {
    expect(bestOf(cards("QS KS AS")).deadwood).toBe(21);
    expect(bestOf(cards("AS 2S 3S KH")).deadwood).toBe(10);
  });
});

it("counts ten of eleven cards, as they are after the best discard", () => {
  const hand = cards("3C 3D 3S 5C 5D 5S AC 2D 2S 4C 6S");
  expect(bestOf(hand).deadwood).toBe(15);
  expect(deadwoodOf(hand)).toBe(9);
  expect(deadwoodOf(hand.slice(0, -1))).toBe(9);
});

it("counts the cards that fit on melds and are not held", () => {
  expect(openings([cards("7C 7D 7H"), cards("AS 2S 3S")], cards("7S"))).toBe(1);
});

it("offers the best way to knock first", () => {
  const hand = cards("7C 7D 7H 7S 4H 5H 6H AC 2D 3S KC");
  const knock = (melds: string[]): ginRummy.Knock => ({
    type: "knock",
    card: "KC",
    melds: melds.map(cards),
  });
  const [choice] = choicesOf(
    [knock(["7C 7D 7S", "4H 5H 6H 7H"]), knock(["7C 7D 7H 7S", "4H 5H 6H"])],
    hand,
  );
  // Four sevens deny the eight of hearts.
  expect(choice?.ways.map((way) => way.deadwood)).toEqual([6, 6]);
  expect(choice?.ways[0].action.melds[0]).toHaveLength(4);
});

describe("a hand laid out by its owner", () => {
  const groups = [cards("AC 2C"), cards("KD")];
  it("keeps its groups when cards come and go", () => {
    expect(followed(groups, cards("2C KD 9S"))).toEqual([["2C"], ["KD", "9S"]]);
  });
  it("moves cards over the edges of groups", () => {
    expect(moved(groups, "2C", 1)).toEqual([["AC"], ["2C", "KD"]]);
    expect(moved(groups, "AC", -1)).toEqual([["AC"], ["2C"], ["KD"]]);
    expect(moved(groups, "KD", 1)).toEqual(groups);
    expect(placed(groups, "KD", 0, 1)).toEqual([["AC", "KD", "2C"]]);
  });
});
