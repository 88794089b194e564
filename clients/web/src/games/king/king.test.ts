import type { king } from "@kozyr/client";
import { beforeAll, describe, expect, it } from "vitest";
import { planOf, pointsOf, unitsOf, worthOf } from "./plan.ts";
import { reasonOf, statusOf } from "./status.ts";
import { begun, cutShort, told } from "./told.ts";
import { needTexts, speak, t } from "$lib/i18n/index.svelte.ts";

const NONE = [0, 0, 0, 0];
const TALLY = {
  tricks: NONE,
  hearts: NONE,
  boys: NONE,
  girls: NONE,
  last_two: NONE,
  king: null,
};

function view(given: Partial<king.View>): king.View {
  return {
    deal: 1,
    contract: "no_tricks",
    dealer: 3,
    phase: "play",
    turn: 0,
    hand: null,
    counts: [8, 8, 8, 8],
    rest: 0,
    declaration: null,
    split: null,
    bidders: [],
    offer: null,
    sale: null,
    trump: null,
    last_card: null,
    trick: [],
    last_trick: null,
    tally: TALLY,
    totals: NONE,
    sheet: [],
    result: null,
    ...given,
  };
}

describe("the deals of a game", () => {
  it("are as the table has chosen them", () => {
    const count = (half: string): number => planOf({ positive_half: half }).length;
    expect(["praise", "mirror", "mirror12"].map(count)).toEqual([12, 14, 12]);
    expect(planOf({})[7]).toBe("praise");
    expect(planOf({ positive_half: "mirror12" })).not.toContain("neg_medley");
  });

  it("are worth as much as the rules say", () => {
    expect(unitsOf("no_last_two")).toEqual(["last_two"]);
    expect(worthOf("boys", "no_boys", { boys: "jacks_kings2" })).toBe(-2);
    expect(worthOf("tricks", "praise", { scale: 10 })).toBe(30);
    // The first trick of the medley, ace, king, queen and jack of hearts, taken by the ace.
    const tally = {
      ...TALLY,
      tricks: [1, 0, 0, 0],
      hearts: [4, 0, 0, 0],
      boys: [1, 0, 0, 0],
      girls: [1, 0, 0, 0],
      king: 0,
    };
    expect(pointsOf(tally, "neg_medley", {}, 0)).toBe(-34);
    expect(pointsOf(tally, "pos_medley", {}, 1)).toBe(0);
  });
});

describe("what is told", () => {
  const laid = ["AC", "KC", "QC"].map((card, seat) => ({ seat, card }));

  it("is the last card of a trick, and who took it", () => {
    const cards = [...laid, { seat: 3, card: "7C" }];
    const after = view({ last_trick: { winner: 0, cards } });
    expect(told(view({ trick: laid }), after)).toMatchObject([
      { key: "king-told-card", seat: 3, card: "7C" },
      { key: "king-told-taken", seat: 0 },
    ]);
  });

  it("is the trick that ended a deal, when the next one is dealt at once", () => {
    const full = { cards: [...laid, { seat: 3, card: "7C" }], taker: 0 };
    const after = view({ deal: 2 });
    expect(told(view({ deal: 1, trick: laid }), after, full)).toMatchObject([
      { key: "king-told-card", seat: 3, card: "7C" },
      { key: "king-told-taken", seat: 0 },
      { key: "king-told-deal", count: 2 },
    ]);
    const seen = view({ deal: 1, last_trick: { winner: 0, cards: full.cards } });
    expect(told(seen, after, full)).toEqual([{ key: "king-told-deal", count: 2 }]);
  });

  it("is a trick that is taken before the next one is led", () => {
    const cards = [...laid, { seat: 3, card: "7C" }];
    const after = view({ last_trick: { winner: 0, cards }, trick: [{ seat: 0, card: "AD" }] });
    expect(told(view({ trick: laid }), after).map(({ key, card }) => card ?? key)).toEqual([
      "7C",
      "king-told-taken",
      "AD",
    ]);
  });

  it("is which deal is played, at a table that is first seen, and who has won", () => {
    expect(begun(view({ deal: 3 }))).toEqual([{ key: "king-told-deal", count: 3 }]);
    const end = { type: "game_over", ended: "complete", totals: NONE, settlement: null } as const;
    const over = view({ result: { ...end, winners: [2] } });
    expect(begun(over)).toEqual([]);
    expect(told(view({}), over)).toEqual([{ key: "king-now-over", winners: [2] }]);
  });

  it("is what a joker was played as, and the suit it names", () => {
    const joker = { seat: 0, card: "X1", mode: "high", suit: "D" } as const;
    expect(told(view({}), view({ trick: [joker] }))).toEqual([
      { key: "king-told-joker", seat: 0, card: "X1", choice: "high", suit: "D" },
    ]);
  });

  it("is an auction: who sells, offers, passes, buys", () => {
    const praise = { contract: "praise", phase: "auction", bidders: [1, 2, 3] } as const;
    const open = view({ ...praise, bidders: [1, 2, 3] });
    expect(told(view({ ...open, phase: "sale", bidders: [] }), open)).toEqual([
      { key: "king-told-open", seat: 0 },
    ]);
    const offered = view({ ...open, bidders: [2, 3, 1], offer: { seat: 1, tricks: 3 } });
    expect(told(open, offered)).toEqual([{ key: "king-told-offer", seat: 1, count: 3 }]);
    expect(told(offered, { ...offered, bidders: [3, 1] })).toEqual([
      { key: "king-told-pass", seat: 2 },
    ]);
    const sale = { seller: 0, buyer: 1, tricks: 3 };
    expect(told({ ...offered, bidders: [3, 1] }, { ...offered, bidders: [], sale })).toEqual([
      { key: "king-told-pass", seat: 3 },
      { key: "king-told-sold", seat: 0, to: 1, count: 3 },
    ]);
  });
});

describe("what is said of the king of hearts", () => {
  beforeAll(async () => {
    await Promise.all(["table", "cards", "games/king"].map((topic) => needTexts(topic)));
    await speak("en");
  });
  const only = new Set(["KH"]);
  const said = (hand: string[], ...trick: string[]): [string, string | undefined] => {
    const laid = trick.map((card, n) => ({ seat: 4 - trick.length + n, card }));
    const now = view({ hand, trick: laid });
    return [statusOf(now, ["Anna"], 0, only, {}), reasonOf(now, only)(hand[0] ?? "")];
  };

  it("is that it must go only where nothing else obliges to it", () => {
    expect(said(["8S", "KH", "9D"], "QC")[0]).toBe("The king of hearts must go.");
    // The only heart of a hand follows suit, and the last card of a hand is played anyway.
    const [status, why] = said(["8S", "KH", "9D"], "QH");
    expect(status).toBe("Your turn: follow hearts");
    expect(why).toMatch(/hearts/);
    expect(said(["KH"], "QC")[0]).toBe("You have no clubs: play any card");
    expect(said(["8H", "KH"], "AH")[0]).toBe("The king of hearts must fall under the ace.");
    expect(said(["KH", "8S"], "AH")[0]).toBe("Your turn: follow hearts");
  });
});

describe("why a card may not be played", () => {
  beforeAll(async () => {
    await Promise.all(["table", "cards", "games/king"].map((topic) => needTexts(topic)));
    await speak("en");
  });
  const why = (given: Partial<king.View>, playable: string[], card: string): string | undefined =>
    reasonOf(view(given), new Set(playable))(card);
  const laid = (card: string, more: object = {}): king.Laid[] => [
    { seat: 3, card, ...more } as king.Laid,
  ];

  it("is that hearts are not led", () => {
    const hand = ["7H", "8S", "9D"];
    expect(why({ hand }, ["8S", "9D"], "7H")).toMatch(/^Hearts may not be led/);
    expect(why({ hand }, ["8S", "9D"], "8S")).toBe(undefined);
  });

  it("is the suit that was led, or that a joker has named", () => {
    const hand = ["7H", "8S", "9D"];
    expect(why({ hand, trick: laid("QS") }, ["8S"], "7H")).toMatch(/spades/);
    const named = laid("X1", { mode: "high", suit: "D" });
    expect(why({ hand, trick: named }, ["9D"], "8S")).toMatch(/diamonds/);
  });

  it("is the trump of whoever has none of the suit, if he has one", () => {
    const hand = ["7H", "8S", "9D"];
    const given = { hand, trick: laid("QC"), trump: "H" } as const;
    expect(why(given, ["7H"], "8S")).toBe("You must trump.");
    expect(statusOf(view(given), ["Anna"], 0, new Set(["7H"]), {})).toBe("You must trump.");
    // A joker may be played beside them.
    expect(why({ ...given, hand: [...hand, "X1"] }, ["7H", "X1"], "8S")).toBe("You must trump.");
  });

  it("is a joker that demands the highest, and one that may not be played", () => {
    const trick = laid("X2", { mode: "high", suit: "S" });
    const hand = ["8S", "AS", "X1"];
    expect(why({ hand, trick }, ["AS"], "8S")).toBe(t("king-joker-demands"));
    expect(why({ hand, trick }, ["AS"], "X1")).toBe(t("king-joker-not-now"));
  });
});

describe("a deal that is cut short", () => {
  const scored = (deal: number, reason: king.Reason, scores: number[]) =>
    cutShort(
      {
        type: "deal_scored",
        reason,
        hands: [],
        row: { deal, dealer: 0, scores, totals: scores, detail: {}, check: null },
      },
      {},
    );

  it("is told with its reason, and one that is played out is not", () => {
    const early = scored(2, "early", [-8, -8, 0, 0]);
    expect(early).toEqual({ key: "king-cut-early", count: 2, choice: "hearts" });
    const split = scored(8, "split", [6, 6, 6, 6]);
    expect(split).toEqual({ key: "king-cut-split", count: 8, points: "+6" });
    expect(scored(1, "played_out", [-16, 0, 0, 0])).toBe(null);
  });
});
