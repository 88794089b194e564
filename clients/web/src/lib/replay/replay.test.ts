import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseRecord, type GameRecord, type RecordDeal } from "@kozyr/client";
import { describe, expect, it } from "vitest";
import { checksOf } from "./checks.ts";
import { readFiles, recordsOf } from "./files.ts";
import { framesOf, unheld, type Action, type Frame } from "./frames.ts";
import { NO_PRAISE, praiseAfter } from "./praise.ts";
import { keyFor, linkTo, momentIn, totalsBefore } from "./steps.ts";
import { sumOf } from "./sums.ts";

const FIXTURES = join(import.meta.dirname, "../../../../typescript/test/fixtures");
const TEXTS = (
  JSON.parse(
    gunzipSync(readFileSync(join(FIXTURES, "records.json.gz"))).toString("utf8"),
  ) as object[]
).map((each) => JSON.stringify(each));
const read = (): GameRecord[] => TEXTS.map(parseRecord);
const named = (record: GameRecord): [string, GameRecord] => [record.game, record];

describe.each(read().map(named))("a deal of %s", (game, record) => {
  const all = record.deals.map((deal) => ({ deal, frames: framesOf(record, deal) }));

  it("has a picture before, after each action, and at its end", () => {
    for (const { deal, frames } of all) expect(frames).toHaveLength(deal.actions.length + 2);
  });

  it("moves each card from the hand of whoever plays it", () => {
    for (const { deal, frames } of all) {
      expect(unheld(record, deal)).toEqual([]);
      for (const [n, entry] of deal.actions.entries()) {
        const { type, card } = entry.action as { type: string; card?: string };
        if (type !== "play" || card === undefined) continue;
        expect(frames[n]?.hands[entry.seat]).toContain(card);
        expect(frames[n + 1]?.hands[entry.seat]).not.toContain(card);
        expect(frames[n + 1]?.laid.at(-1)).toMatchObject({ seat: entry.seat, card });
      }
    }
  });

  it("counts the tricks that the score sheet has", () => {
    const name = game === "twenty_nine" ? "piles" : "tricks";
    for (const { deal, frames } of all) {
      const isSplit = deal.actions.every(
        (each) => (each.action as { type: string }).type !== "play",
      );
      if (game === "gin_rummy" || isSplit) continue;
      expect(frames.at(-1)?.taken).toEqual(deal.detail[name]);
    }
  });

  it("adds up to what the score sheet of its table said", () => {
    for (const { deal } of all) {
      const sum = deal.scores.reduce((points, each) => points + each, 0);
      const fixed = sumOf(record, deal);
      if (game === "gin_rummy") expect(fixed).toBeNull();
      else if (game !== "twenty_nine" || fixed !== null) expect(fixed).toBe(sum);
    }
    const forged = parseRecord(JSON.stringify(record));
    for (const deal of forged.deals) (deal.scores as number[])[0] = 777;
    const wrong = checksOf(forged).filter((each) => !each.isRight);
    expect(wrong).toHaveLength(all.filter(({ deal }) => sumOf(record, deal) !== null).length);
  });

  it("checks out", () => {
    const checks = checksOf(record);
    expect(checks).toHaveLength(record.deals.length + (record.draw === null ? 0 : 1));
    expect(checks.filter((each) => !each.isRight)).toEqual([]);
  });

  it("does not check out with two cards exchanged", () => {
    const forged = parseRecord(JSON.stringify(record));
    const [one, two] = forged.deals[0]?.hands ?? [];
    if (one === undefined || two === undefined) throw new Error("no hands");
    [one[0], two[0]] = [two[0] ?? "", one[0] ?? ""];
    const check = checksOf(forged).find((each) => each.deal === 1);
    expect(check?.isRight).toBe(false);
    expect(check?.lines.map((each) => each.key)).toContain("replay-check-cards-wrong");
  });

  it("adds up to the totals of the game", () => {
    if (game === "gin_rummy") return;
    expect(totalsBefore(record, record.deals.length)).toEqual(record.totals);
  });
});

it("a shuffle whose players' links all failed to come was the server's alone", () => {
  const record = read().find((each) =>
    each.deals.some((deal) => deal.fairness.seat_tips.some((tip) => tip !== null)),
  );
  const deal = record?.deals.find((each) => each.fairness.seat_tips.some((tip) => tip !== null));
  if (record === undefined || deal === undefined) throw new Error("no deal with links of players");
  const forged = JSON.parse(JSON.stringify(record)) as GameRecord;
  const { fairness } = forged.deals.find((each) => each.number === deal.number) as RecordDeal;
  const missing = fairness.seat_tips.flatMap((tip, seat) => (tip === null ? [] : [seat]));
  Object.assign(fairness, { missing, seat_links: fairness.seat_links.map(() => null) });
  const check = checksOf(forged).find((each) => each.deal === deal.number);
  const keys = check?.lines.map((each) => each.key);
  expect(keys).toContain("replay-check-no-links");
  expect(keys).toContain("replay-check-missing");
  expect(keys).not.toContain("replay-check-seat_links-right");
});

it("Gin Rummy moves cards between stock, pile and hands", () => {
  const record = read().find((each) => each.game === "gin_rummy");
  const deal = record?.deals[0];
  if (record === undefined || deal === undefined) throw new Error("no deal of Gin Rummy");
  const count = ({ hands, rummy }: Frame): number =>
    hands.flat().length + (rummy?.stock.length ?? 0) + (rummy?.pile.length ?? 0);
  for (const frame of framesOf(record, deal)) {
    if (frame.rummy?.knocker === null) expect(count(frame)).toBe(52);
  }
});

it("a praise deal of King shows what was named, and who bought it", () => {
  const steps: [number, Action][] = [
    [1, { type: "declare", call: "suit", suit: "D" }],
    [1, { type: "sale", open: true }],
    [2, { type: "offer", tricks: 1 }],
    [3, { type: "offer", tricks: 2 }],
    [0, { type: "pass" }],
    [2, { type: "pass" }],
  ];
  const sold = steps.reduce((at, [seat, action]) => praiseAfter(at, seat, action), NO_PRAISE);
  expect(sold).toMatchObject({ call: { seat: 1, call: "suit", suit: "D" }, sale: null });
  const bought = praiseAfter(sold, 3, { type: "declare", call: "misere" });
  expect(bought.call).toEqual({ seat: 3, call: "misere", suit: null });
  expect(bought.sale).toEqual({ seller: 1, buyer: 3, tricks: 2 });
  const split = praiseAfter(NO_PRAISE, 1, { type: "declare", call: "split" });
  expect(praiseAfter(split, 2, { type: "agree", yes: true }).call?.call).toBe("split");
  expect(praiseAfter(split, 2, { type: "agree", yes: false }).call).toBeNull();
});

it("files hold a game a line, or one", () => {
  expect(recordsOf("all", TEXTS.join("\n"))).toMatchObject({ records: { length: TEXTS.length } });
  const wide = JSON.stringify(JSON.parse(TEXTS[0] ?? ""), null, 2);
  expect(recordsOf("one", wide)).toMatchObject({ records: { length: 1 } });
  expect(recordsOf("bad", `${TEXTS[0] ?? ""}\n{}`)).toMatchObject({
    key: "replay-file-bad",
    line: 2,
  });
  expect(recordsOf("none", "\n")).toMatchObject({ key: "replay-file-empty" });
});

it("files that are too large, or none, are told", async () => {
  const large = new File([], "large");
  Object.defineProperty(large, "size", { value: 1 << 30 });
  const folder = new File([], "folder");
  folder.text = () => Promise.reject(new DOMException("gone", "NotFoundError"));
  const good = new File([TEXTS[0] ?? ""], "good");
  good.text = () => Promise.resolve(TEXTS[0] ?? "");
  const found = await readFiles([good, large, folder]);
  expect(found.files.map((each) => each.name)).toEqual(["good"]);
  expect(found.problem).toEqual({ key: "replay-file-large", name: "large", line: 0 });
  expect((await readFiles([folder])).problem?.key).toBe("replay-file-unread");
});

it("keys step, but not in fields", () => {
  const pressed = (key: string, target: EventTarget = document.body): string | null => {
    let wanted: string | null = null;
    target.addEventListener("keydown", (event) => (wanted = keyFor(event as KeyboardEvent)), {
      once: true,
    });
    target.dispatchEvent(new KeyboardEvent("keydown", { key }));
    return wanted;
  };
  expect(pressed("ArrowRight")).toBe("on");
  expect(pressed(" ")).toBe("toggle");
  expect(pressed("x")).toBeNull();
  expect(pressed("ArrowRight", document.createElement("input"))).toBeNull();
  expect(pressed(" ", document.createElement("button"))).toBeNull();
});

it("an address names a moment of a replay, or none", () => {
  expect(momentIn("3.12")).toEqual({ deal: 3, step: 12 });
  expect(momentIn(linkTo("r", { deal: 2, step: 0 }).split("at=")[1] ?? "")).toEqual({
    deal: 2,
    step: 0,
  });
  for (const text of [null, "", "3", "3.", "-1.2", "3.12.1", "12345.1", "a.b", " 1.1"]) {
    expect(momentIn(text)).toBeNull();
  }
});
