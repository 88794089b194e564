import type { ginRummy } from "@kozyr/client";
import { expect, it } from "vitest";
import { shownAfter } from "./shown.ts";

it("keeps what was shown though the next deal follows in the same step", () => {
  const events = [
    { type: "knocked", seat: 0, kind: "knock", melds: [["4H", "5H", "6H"]], deadwood: ["3D"] },
    { type: "laid_off", seat: 1, card: "7H", meld: 0, cards: ["4H", "5H", "6H", "7H"] },
    { type: "deal_scored", reason: "knock", answer: [], left: ["KC"], discard: "KH" },
    { type: "dealt", deal: 2 },
  ] as unknown as ginRummy.Event[];
  expect(events.reduce(shownAfter, null as ginRummy.Showdown | null)).toEqual({
    seat: 0,
    kind: "knock",
    melds: [["4H", "5H", "6H", "7H"]],
    deadwood: ["3D"],
    laid_off: ["7H"],
    answer: [],
    left: ["KC"],
    discard: "KH",
  });
});
