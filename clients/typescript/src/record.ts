/** `kozyr.record/1`: finished games that anybody can read and whose shuffles anybody can check. */

import * as v from "valibot";
import { drawPack, packOf } from "./cards.ts";
import { fill, isMap } from "./defaults.ts";
import { type Dealt, dealtOf } from "./dealt.ts";
import {
  type Fairness,
  FairnessError,
  firstShuffles,
  madeFrom,
  seatProblems,
  serverProblems,
} from "./fair.ts";
import type { Record as GameRecord, RecordDeal } from "./generated/record.ts";
import { recordShape } from "./record_shape.ts";

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
 * All of it is looked at, for a file may come from anybody; whether what it tells is true is for
 * {@link checkFairness} and the rules to say.
 *
 * @throws RecordError: not JSON, not this format, or a field is missing or is not what it should be.
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
  const read = v.safeParse(recordShape, value);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new RecordError(`not a record: ${v.getDotPath(issue) ?? "the whole"}: ${issue.message}`);
}

/** Read a file of records, one a line; empty lines are left out. */
export function parseRecords(text: string): GameRecord[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parseRecord);
}

/**
 * A part of the check of a shuffle: `order`, that none was left out and the server's chain stayed
 * the same; `server_link` and `seat_links`, that they hash to the tips that were shown before;
 * `cards`, that those which were dealt are the ones that follow; `pack`, that the game is known.
 */
export type CheckPart = "order" | "server_link" | "seat_links" | "cards" | "pack";

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
  /** The parts to which the sentences belong. */
  readonly failed: readonly CheckPart[];
  /** How many seats gave a link. */
  readonly links: number;
  /** Seats that had committed and whose link was left out. */
  readonly missing: readonly number[];
}

type Found = readonly [part: CheckPart, problems: readonly string[]];

interface Shuffle {
  readonly deal: RecordDeal | null;
  readonly fairness: Fairness;
}

/**
 * Check every shuffle of a record: the links hash to their tips, the shuffles are numbered without
 * gaps, and the cards of the draw and of each deal are those of the deck that follows.
 */
export function checkFairness(record: GameRecord): ShuffleCheck[] {
  const run: Shuffle[] = record.deals.map((deal) => ({ deal, fairness: deal.fairness }));
  if (record.draw !== null) run.unshift({ deal: null, fairness: record.draw.fairness });
  let firsts: ReadonlyMap<string, number> = new Map();
  let order: readonly string[] = [];
  try {
    firsts = firstShuffles(run.map((each) => each.fairness));
  } catch (error) {
    order = problemsOf(error);
  }
  let firstDeck: readonly string[] | null = null;
  return run.map((shuffle) => {
    const { deal, fairness } = shuffle;
    const links: Found[] = [
      ["server_link", serverProblems(fairness)],
      ["seat_links", seatProblems(fairness, firsts)],
    ];
    const areLinks = links.every(([, problems]) => problems.length === 0);
    const [deck, unmade] = areLinks ? deckOf(record, shuffle) : [null, []];
    if (deal !== null) firstDeck ??= deck;
    const cards = deck === null ? unmade : cardsOf(record, shuffle, deck, firstDeck ?? deck);
    const found: Found[] = [["order", order], ...links, ...cards];
    const wrong = found.filter(([, problems]) => problems.length > 0);
    return {
      n: fairness.n,
      deal: deal?.number ?? null,
      deck,
      problems: wrong.flatMap(([, problems]) => problems),
      failed: wrong.map(([part]) => part),
      links: fairness.seat_links.filter((link) => link !== null).length,
      missing: fairness.missing,
    };
  });
}

function deckOf(
  record: GameRecord,
  { deal, fairness }: Shuffle,
): [deck: readonly string[] | null, unmade: Found[]] {
  const seats = record.seats.length;
  const pack = packOf(record.game, seats, record.options);
  if (pack === null) return [null, [["pack", ["The pack of this game is not known."]]]];
  const used = deal === null ? drawPack(seats, pack, record.game === "twenty_nine") : pack;
  try {
    return [madeFrom(record.room, fairness, used), []];
  } catch (error) {
    return [null, [["cards", problemsOf(error)]]];
  }
}

function cardsOf(
  record: GameRecord,
  { deal }: Shuffle,
  deck: readonly string[],
  firstDeck: readonly string[],
): Found[] {
  const isSo =
    deal === null
      ? record.draw?.cards.join() === deck.join()
      : isDealt(deal, dealtOf(record, deal, deck, firstDeck));
  return isSo ? [] : [["cards", ["The cards are not dealt from the deck of the links."]]];
}

function isDealt(deal: RecordDeal, dealt: Dealt): boolean {
  const { hands, aside, stock, turned, upcard } = deal;
  const wanted = [dealt.hands, dealt.aside, dealt.stock, dealt.turned, dealt.upcard];
  return JSON.stringify([hands, aside, stock, turned, upcard]) === JSON.stringify(wanted);
}

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof FairnessError) return error.problems;
  throw error;
}
