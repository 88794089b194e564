import { expect, it } from "vitest";
import { outcomeOf, sumOf } from "./sheet.ts";

type Row = Parameters<typeof outcomeOf>[0];

function row(knocker: number, own: number, other: number, scores: [number, number]): Row {
  const detail = { knocker, knocker_deadwood: own, opponent_deadwood: other };
  return { deal: 1, scores, totals: scores, detail };
}

it.each([
  ["knock", row(0, 3, 29, [26, 0]), 1, "29 − 3"],
  ["undercut", row(0, 9, 6, [0, 13]), 1, "9 − 6 + 10"],
  ["undercut", row(1, 5, 5, [10, 0]), 1, "5 − 5 + 10"],
  ["gin", row(1, 0, 11, [0, 31]), 1, "11 + 20"],
  ["gin", row(1, 0, 11, [0, 62]), 2, "(11 + 20) × 2"],
] as const)("tells a %s and what it is made of", (outcome, deal, times, sum) => {
  expect(outcomeOf(deal)).toBe(outcome);
  expect(sumOf(deal, times)).toBe(sum);
});

it("tells big gin from gin", () => {
  const deal = row(0, 0, 11, [42, 0]);
  expect(outcomeOf({ ...deal, detail: { ...deal.detail, big_gin: true } })).toBe("big_gin");
});

it("has nothing to add up in a void deal", () => {
  const detail = { knocker: null, knocker_deadwood: null, opponent_deadwood: null };
  const deal = { deal: 1, scores: [0, 0], totals: [0, 0], detail };
  expect(outcomeOf(deal)).toBe("void");
  expect(sumOf(deal, 1)).toBe("");
});
