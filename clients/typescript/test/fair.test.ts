import { describe, expect, test } from "vitest";
import { checkFairness, fair, parseRecord, parseRecords, RecordError } from "../src/index.ts";
import { vectors } from "./fixtures.ts";

interface Vectors {
  readonly chains: readonly {
    readonly seed: string;
    readonly tip: string;
    readonly links: Readonly<Record<string, string>>;
  }[];
  readonly decks: readonly {
    readonly room: string;
    readonly shuffles: readonly [fair.Fairness, ...fair.Fairness[]];
    readonly pack: readonly string[];
    readonly deck: readonly string[];
  }[];
}

const { chains, decks } = vectors("fair") as Vectors;
const RECORDS = (vectors("records") as object[]).map((each) => JSON.stringify(each));
const [FIRST] = decks;
if (FIRST === undefined) throw new Error("there are no vectors");

function hex(text: string): Uint8Array {
  return fair.fromHex("vector", text);
}

function last(one: typeof FIRST): fair.Fairness {
  const found = one?.shuffles.at(-1);
  if (found === undefined) throw new Error("there are no shuffles");
  return found;
}

test.each(chains)("the chain of seed $seed is that of Python", ({ seed, tip, links }) => {
  const chain = new fair.Chain(hex(seed));
  expect(chain.tip).toBe(tip);
  for (const [n, link] of Object.entries(links)) {
    expect(chain.link(Number(n))).toBe(link);
    expect(fair.isLink(hex(tip), hex(link), Number(n))).toBe(true);
    expect(fair.isLink(hex(tip), hex(link), Number(n) + 1)).toBe(false);
  }
  expect(() => chain.link(0)).toThrow(fair.FairnessError);
  expect(() => chain.link(1001)).toThrow(fair.FairnessError);
  expect(() => chain.link(1.5)).toThrow(fair.FairnessError);
});

test.each(decks)("the decks of room $room are those of Python", (one) => {
  const firsts = fair.firstShuffles(one.shuffles);
  const deck = fair.checkDeal(one.room, last(one), firsts, one.pack);
  expect(deck).toEqual(one.deck);
  expect(() => fair.checkDeal(one.room, last(one), firsts, one.pack, deck)).not.toThrow();
  const [first = "", second = "", ...rest] = deck;
  const swapped = [second, first, ...rest];
  expect(() => fair.checkDeal(one.room, last(one), firsts, one.pack, swapped)).toThrow(/Card 1/);
  expect(() => fair.checkDeal(one.room, last(one), firsts, one.pack, rest)).toThrow(/cards/);
  expect(fair.checkDeal(`${one.room}x`, last(one), firsts, one.pack)).not.toEqual(deck);
});

describe("a forged shuffle", () => {
  const honest = last(FIRST);
  const firsts = fair.firstShuffles(FIRST.shuffles);
  const other = "ab".repeat(32);
  const seat = honest.seat_links.findIndex((link) => link !== null);

  test.each<[string, Partial<fair.Fairness>, RegExp]>([
    ["another link of the server", { server_link: other }, /server's link does not hash/],
    ["no hexadecimal", { server_link: "AB".repeat(32) }, /not 64 lower-case/],
    [
      "another link of a seat",
      { seat_links: honest.seat_links.with(seat, other) },
      /does not hash/,
    ],
    ["a missing link", { seat_links: honest.seat_links.with(seat, null) }, /marked missing/],
    ["a seat wrongly called missing", { missing: [0, 1, 2] }, /marked missing/],
    ["a link without a tip", { seat_tips: honest.seat_tips.with(seat, null) }, /link and no tip/],
    ["an unknown tip", { seat_tips: honest.seat_tips.with(seat, other) }, /not known which/],
    [
      "the server's own tip",
      { seat_tips: honest.seat_tips.with(seat, honest.tip) },
      /another chain/,
    ],
    ["entries left out", { seat_links: [] }, /entries in seat_tips/],
    ["a number out of range", { n: 1001 }, /not a number from 1 to 1000/],
  ])("%s", (_name, forged, problem) => {
    const check = () => fair.checkDeal("r", { ...honest, ...forged }, firsts, []);
    expect(check).toThrow(problem);
    expect(check).toThrow(fair.FairnessError);
  });

  test("left out of the run, or of another chain", () => {
    const [first] = FIRST.shuffles;
    expect(() => fair.firstShuffles([{ ...first, n: 2 }])).toThrow(/has the number 2/);
    const exchanged = { ...first, n: 2, tip: other };
    expect(() => fair.firstShuffles([first, exchanged])).toThrow(/another tip/);
  });
});

test.each(["", "a\0b", "\ud800"])("a room cannot be called %j", (room) => {
  expect(() => fair.dealKey(new Uint8Array(32), room, 1, [])).toThrow(fair.FairnessError);
});

test("a stream that ends makes no deck", () => {
  expect(() => fair.permuted([1, 2, 3], [0])).toThrow(/ended/);
  expect(fair.permuted([1, 2, 3], [0, 2 ** 32 - 1, 1])).toHaveLength(3);
});

interface Forged {
  deals: unknown[];
  seats: unknown[];
  totals: unknown;
}

function dealOf(forged: Forged): Record<string, unknown> {
  return forged.deals[0] as Record<string, unknown>;
}

/** An entry of a deal, of a knock where it has melds. */
function acted(melds: unknown, seat = 0): unknown {
  const action = melds === null ? null : { type: "knock", card: "AS", melds };
  return { seat, action, at_ms: 1, by: "player" };
}

describe("records", () => {
  test("all shuffles of honest ones hold", () => {
    const records = parseRecords(`${RECORDS.join("\n")}\n\n`);
    expect(records).toHaveLength(6);
    for (const record of records) {
      const checks = checkFairness(record);
      expect(checks).toHaveLength(record.deals.length + (record.draw === null ? 0 : 1));
      expect(checks.flatMap((each) => each.problems)).toEqual([]);
      expect(checks.every((each) => each.deck !== null)).toBe(true);
    }
  });

  test("other cards than those of the links are seen", () => {
    for (const text of RECORDS) {
      const record = parseRecord(text);
      const [hand = []] = record.deals[0]?.hands ?? [];
      hand.reverse();
      expect(checkFairness(record).flatMap((each) => each.problems)).toEqual([
        "The cards are not dealt from the deck of the links.",
      ]);
    }
  });

  test("two hands that were exchanged are seen", () => {
    for (const text of RECORDS) {
      const record = parseRecord(text);
      record.deals[0]?.hands.reverse();
      expect(checkFairness(record)[record.draw === null ? 0 : 1]?.failed).toEqual(["cards"]);
    }
  });

  test("a shuffle that was left out is seen", () => {
    const record = parseRecord(RECORDS[0] ?? "");
    const [, ...deals] = record.deals;
    const checks = checkFairness({ ...record, deals });
    expect(checks.every((each) => each.problems.length > 0)).toBe(true);
  });

  test("a game that is not known cannot be checked", () => {
    const record = { ...parseRecord(RECORDS[0] ?? ""), game: "bridge" };
    expect(checkFairness(record)[0]?.problems).toEqual(["The pack of this game is not known."]);
  });

  test.each<[string, (forged: Forged) => void]>([
    ["deals.0", (forged) => (forged.deals[0] = null)],
    ["deals.0.number", (forged) => (forged.deals[0] = {})],
    ["deals.0.hands", (forged) => (dealOf(forged)["hands"] = null)],
    ["deals.0.hands.0.0", (forged) => (dealOf(forged)["hands"] = [["1S"]])],
    ["the whole", (forged) => (dealOf(forged)["hands"] = [])],
    ["deals.0.actions.0.action", (forged) => (dealOf(forged)["actions"] = [acted(null)])],
    ["deals.0.actions.0.action.melds", (forged) => (dealOf(forged)["actions"] = [acted("AS")])],
    ["the whole", (forged) => (dealOf(forged)["actions"] = [acted([], 9)])],
    ["the whole", (forged) => forged.deals.push(dealOf(forged))],
    ["deals.0.fairness.n", (forged) => (dealOf(forged)["fairness"] = {})],
    ["seats.0.name", (forged) => (forged.seats[0] = { name: {}, kind: "human" })],
    ["totals", (forged) => (forged.totals = {})],
  ])("%s is not what it should be: %s", (path, forge) => {
    const forged = JSON.parse(RECORDS[0] ?? "") as Forged;
    forge(forged);
    expect(() => parseRecord(JSON.stringify(forged))).toThrow(`not a record: ${path}: `);
  });

  test.each(["server_link", "tip"] as const)("a %s that is none is told", (name) => {
    const record = parseRecord(RECORDS[0] ?? "");
    for (const deal of record.deals) deal.fairness[name] = "no hexadecimal";
    const checks = checkFairness(record).filter((each) => each.deal !== null);
    expect(checks.every((each) => each.failed.includes("server_link"))).toBe(true);
  });

  test("seats that are not those of the game are told", () => {
    const record = parseRecord(RECORDS[0] ?? "");
    for (const deal of record.deals) {
      deal.fairness.seat_tips = ["none"];
      deal.fairness.seat_links = ["none", null, null, null, null];
    }
    const checks = checkFairness(record).filter((each) => each.deal !== null);
    expect(checks.every((each) => each.failed.includes("seat_links"))).toBe(true);
  });

  test("hands of a size that no pack has are told", () => {
    const text = RECORDS.find((each) => each.includes('"game":"knaves"')) ?? "";
    const record = parseRecord(text);
    record.options["hand_size"] = 1e12;
    expect(checkFairness(record).at(-1)?.failed).toEqual(["cards"]);
  });

  test.each(["", "[]", "{}", '{"format": "kozyr.record/2"}', '{"format": "kozyr.record/1"}'])(
    "%s is none",
    (text) => {
      expect(() => parseRecord(text)).toThrow(RecordError);
    },
  );
});
