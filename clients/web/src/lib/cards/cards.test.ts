import { describe, expect, it } from "vitest";
import { arranged, isJoker, rankOf, suitOf } from "./cards.ts";

const hand = ["2C", "KC", "7D", "AH", "TH", "QS", "X2"];

describe("a hand", () => {
  it("has trumps first, suits in alternating colours, and high cards first", () => {
    expect(arranged(hand)).toEqual(["X2", "QS", "AH", "TH", "KC", "2C", "7D"]);
    expect(arranged(hand, { trump: "D" })).toEqual(["X2", "7D", "QS", "AH", "TH", "KC", "2C"]);
  });

  it("can be laid out by ranks, with the ace low where the game has it so", () => {
    expect(arranged(["2C", "AH", "KD"], { arrangement: "rank" })).toEqual(["AH", "KD", "2C"]);
    expect(arranged(["2C", "AH", "KD"], { arrangement: "rank", aceLow: true })).toEqual([
      "KD",
      "2C",
      "AH",
    ]);
  });

  it("stays as it is given where the owner lays it out", () => {
    expect(arranged(hand, { arrangement: "given" })).toEqual(hand);
  });
});

it("knows jokers by their letter", () => {
  expect(isJoker("X1")).toBe(true);
  expect(suitOf("X1")).toBeNull();
  expect([rankOf("X2"), rankOf("TC"), suitOf("TC")]).toEqual(["2", "T", "C"]);
});
