/** `kozyr.record/1`: finished games that anybody can read and whose shuffles anybody can check. */

import { drawPack, packOf } from "./cards.ts";
import { fill, isMap } from "./defaults.ts";
import { checkDeal, type Fairness, FairnessError, firstShuffles } from "./fair.ts";
import type { Record as GameRecord, RecordDeal } from "./generated/record.ts";

export type { GameRecord, RecordDeal };

/** The format that this version reads. */
export const RECORD_FORMAT = "kozyr.record/1";

/** A line is not a record of this format. */
export class RecordError extends Error {
  override readonly name = "RecordError";
}

/**
 * Read one record: a line of a `.jsonl` file, or the answer of `/api/v1/records/ID`.
 *
 * @throws RecordError: not JSON, not this format, or a field is missing.
 */
export function parseRecord(text: string): GameRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RecordError("not a record: not JSON");
  }
  if (!isMap(value)) throw new RecordError("not a record: no object");
  fill(value, "Record");
  if (value["format"] !== RECORD_FORMAT) {
    throw new RecordError(`the format is not ${RECORD_FORMAT}`);
  }
  for (const name of ["seats", "deals", "totals", "winners"]) {
    if (!Array.isArray(value[name])) throw new RecordError(`not a record: ${name} is no list`);
  }
  for (const name of ["game", "room", "started", "finished"]) {
    if (typeof value[name] !== "string") throw new RecordError(`not a record: ${name} is no text`);
  }
  return value as unknown as GameRecord;
}

/** Read a file of records, one a line; empty lines are left out. */
export function parseRecords(text: string): GameRecord[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parseRecord);
}

/** What became of the check of one shuffle. */
export interface ShuffleCheck {
  /** Number of the shuffle in the game. */
  readonly n: number;
  /** The deal; null: the draw. */
  readonly deal: number | null;
  /** The deck that follows from the links; null where it cannot be said. */
  readonly deck: readonly string[] | null;
  /** A sentence for each thing that is wrong; empty: the deck was fixed before it was dealt. */
  readonly problems: readonly string[];
  /** Seats that had committed and whose link was left out. */
  readonly missing: readonly number[];
}

/**
 * Check every shuffle of a record: the links hash to their tips, the shuffles are numbered without
 * gaps, and the cards of each deal lie in the deck that follows.
 *
 * Which card goes to whom is a matter of the game's rules: here each hand has to be found in the
 * deck in its order, which no other deck fulfils but by a chance of nothing.
 */
export function checkFairness(record: GameRecord): ShuffleCheck[] {
  const run: { deal: number | null; fairness: Fairness; dealt: readonly (readonly string[])[] }[] =
    [];
  if (record.draw !== null) {
    run.push({ deal: null, fairness: record.draw.fairness, dealt: [record.draw.cards] });
  }
  for (const deal of record.deals) {
    run.push({ deal: deal.number, fairness: deal.fairness, dealt: cardsOf(deal) });
  }
  let firsts: ReadonlyMap<string, number> = new Map();
  let problems: readonly string[] = [];
  try {
    firsts = firstShuffles(run.map((each) => each.fairness));
  } catch (error) {
    problems = problemsOf(error);
  }
  return run.map(({ deal, fairness, dealt }) => {
    const { n, missing } = fairness;
    const checked = checkShuffle(record, deal === null, fairness, firsts, dealt);
    return { n, deal, missing, deck: checked.deck, problems: [...problems, ...checked.problems] };
  });
}

function checkShuffle(
  record: GameRecord,
  isDraw: boolean,
  fairness: Fairness,
  firsts: ReadonlyMap<string, number>,
  dealt: readonly (readonly string[])[],
): { deck: readonly string[] | null; problems: readonly string[] } {
  const pack = packOf(record.game, record.seats.length, record.options);
  if (pack === null) return { deck: null, problems: ["The pack of this game is not known."] };
  try {
    const seats = record.seats.length;
    const used = isDraw ? drawPack(seats, pack, record.game === "twenty_nine") : pack;
    const deck = checkDeal(record.room, fairness, firsts, used);
    const isSo = isDraw
      ? deck.join() === dealt.flat().join()
      : dealt.every((each) => lies(each, deck));
    return { deck, problems: isSo ? [] : ["The cards are not dealt from the deck of the links."] };
  } catch (error) {
    return { deck: null, problems: problemsOf(error) };
  }
}

/** All lists of a deal that are in the order of its deck. */
function cardsOf(deal: RecordDeal): readonly (readonly string[])[] {
  const { hands, stock, turned, upcard } = deal;
  return [...hands, stock, ...[turned, upcard].map((card) => (card === null ? [] : [card]))];
}

/** Whether the cards lie in the deck in this order. */
function lies(cards: readonly string[], deck: readonly string[]): boolean {
  const places = cards.map((card) => deck.indexOf(card));
  return places.every((place, i) => place >= 0 && (i === 0 || place > (places[i - 1] ?? -1)));
}

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof FairnessError) return error.problems;
  throw error;
}
