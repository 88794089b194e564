/**
 * Fair deals: chains of links, the key of a deal, the shuffle, and the check of a finished deal.
 *
 * H is SHA-256 throughout; bytes are lower-case hexadecimal in records and on the wire.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Fairness } from "./generated/room.ts";

export type { Fairness };

/** Links of a chain, and so the greatest number of shuffles of a game. */
export const CHAIN_LENGTH = 1000;

/** Length of a seed, a link, a tip and a deal key. */
export const LINK_BYTES = 32;

const WORD_VALUES = 2 ** 32;
const LABEL = utf8ToBytes("kozyr.deal/1");
const NUL = Uint8Array.of(0);
const LINK_FOLLOWS = Uint8Array.of(LINK_BYTES);

/** A deal, or what a deal is made from, is not what it should be. */
export class FairnessError extends Error {
  override readonly name = "FairnessError";
  /** One sentence for each thing that is wrong, without links, seeds or cards. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(" "));
    this.problems = problems;
  }
}

// --- Chains ------------------------------------------------------------------------------------

/** The value hashed again and again; 0 times gives it back. */
export function hashed(value: Uint8Array, times: number): Uint8Array {
  let made = value;
  for (let i = 0; i < times; i += 1) made = sha256(made);
  return made;
}

/**
 * How often a chain's link for shuffle `n` hashes to the tip.
 *
 * @param n the shuffle, 1 to 1,000.
 * @param first the first shuffle that lists the chain's tip; 1 for the server's chain.
 * @throws FairnessError: a number is out of range.
 */
export function folds(n: number, first = 1): number {
  needNumber("number of the shuffle", n);
  if (!Number.isInteger(first) || first < 1 || first > n) {
    const text = `A tip first listed at shuffle ${String(first)} has no link for shuffle`;
    throw new FairnessError([`${text} ${String(n)}.`]);
  }
  return n - first + 1;
}

/** Whether the link, hashed `times` times, is the tip. */
export function isLink(tip: Uint8Array, link: Uint8Array, times: number): boolean {
  if (tip.length !== LINK_BYTES || link.length !== LINK_BYTES) return false;
  if (!Number.isInteger(times) || times < 1 || times > CHAIN_LENGTH) return false;
  return bytesToHex(hashed(link, times)) === bytesToHex(tip);
}

/** A whole chain in memory (32 KiB), for a client that shows its links one after the other. */
export class Chain {
  readonly #values: readonly Uint8Array[];

  /**
   * @param seed 32 random bytes.
   * @throws FairnessError: it has another length.
   */
  constructor(seed: Uint8Array) {
    needBytes("seed", seed);
    const values = [seed];
    let last = seed;
    for (let i = 0; i < CHAIN_LENGTH; i += 1) values.push((last = sha256(last)));
    this.#values = values.reverse();
  }

  /** What is published before the first shuffle. */
  get tip(): string {
    return this.#hex(0);
  }

  /**
   * Link `n`, the value whose n-fold hash is the tip.
   *
   * @throws FairnessError: the chain has no such link.
   */
  link(n: number): string {
    needNumber("number of the link", n);
    return this.#hex(n);
  }

  #hex(n: number): string {
    const value = this.#values[n];
    if (value === undefined) throw new FairnessError([`There is no link ${String(n)}.`]);
    return bytesToHex(value);
  }
}

// --- The shuffle -------------------------------------------------------------------------------

/**
 * The key from which the deck of one shuffle follows.
 *
 * @param serverLink the server's link for this shuffle.
 * @param roomId the room's id.
 * @param n the shuffle, 1 to 1,000, counted through the game.
 * @param seatLinks one entry a seat; null where no link was sent.
 * @throws FairnessError: a link has not 32 bytes, `n` is out of range, or the id is empty, has a
 *   NUL or has no UTF-8.
 */
export function dealKey(
  serverLink: Uint8Array,
  roomId: string,
  n: number,
  seatLinks: readonly (Uint8Array | null)[],
): Uint8Array {
  needBytes("server's link", serverLink);
  needNumber("number of the shuffle", n);
  if (/\p{Surrogate}/u.test(roomId)) throw new FairnessError(["The room's id has no UTF-8."]);
  if (roomId === "" || roomId.includes("\0")) {
    throw new FairnessError(["The room's id is empty or has a NUL."]);
  }
  const parts = [LABEL, NUL, utf8ToBytes(roomId), NUL, big(n)];
  for (const [seat, link] of seatLinks.entries()) {
    if (link === null) {
      parts.push(NUL);
    } else {
      needBytes(`link of seat ${String(seat)}`, link);
      parts.push(LINK_FOLLOWS, link);
    }
  }
  return hmac(sha256, serverLink, concatBytes(...parts));
}

/** The endless stream of 32-bit words of a deal key, eight a block, big-endian. */
export function* words(key: Uint8Array): Generator<number, void> {
  for (let block = 0; block < WORD_VALUES; block += 1) {
    const bytes = hmac(sha256, key, big(block));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < LINK_BYTES; at += 4) yield view.getUint32(at);
  }
}

/**
 * The pack shuffled by a stream of 32-bit words.
 *
 * @throws FairnessError: the stream ended too early.
 */
export function permuted<T>(pack: readonly T[], stream: Iterable<number>): T[] {
  const deck = pack.slice();
  const source = stream[Symbol.iterator]();
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const r = i + 1;
    const j = below(source, Math.floor(WORD_VALUES / r) * r) % r;
    [deck[i], deck[j]] = [deck[j] as T, deck[i] as T];
  }
  return deck;
}

/** The deck of a deal key; the first card is dealt first. */
export function shuffled<T>(pack: readonly T[], key: Uint8Array): T[] {
  needBytes("deal key", key);
  return permuted(pack, words(key));
}

function below(source: Iterator<number>, limit: number): number {
  for (let next = source.next(); next.done !== true; next = source.next()) {
    if (next.value < limit) return next.value;
  }
  throw new FairnessError(["The stream of words ended before the deck was made."]);
}

// --- The check of a finished deal --------------------------------------------------------------

/**
 * The 32 bytes of a seed, link or tip that came as text.
 *
 * @param name what it is, for the sentence of the error.
 * @throws FairnessError: it is not 64 lower-case hexadecimal digits.
 */
export function fromHex(name: string, text: unknown): Uint8Array {
  if (typeof text !== "string" || !/^[0-9a-f]{64}$/.test(text)) {
    throw new FairnessError([`The ${name} is not 64 lower-case hexadecimal digits.`]);
  }
  return hexToBytes(text);
}

/**
 * For each seat's tip of a game, the first shuffle that lists it.
 *
 * @param run all shuffles of a game in order, with the draw before the deals.
 * @throws FairnessError: the shuffles are not numbered from 1 without gaps, or the server's tip
 *   changes: then a shuffle was left out, or the chain was exchanged.
 */
export function firstShuffles(run: Iterable<Fairness>): Map<string, number> {
  const firsts = new Map<string, number>();
  const problems: string[] = [];
  let serverTip: string | null = null;
  let number = 0;
  for (const fairness of run) {
    number += 1;
    const name = `Shuffle ${String(number)}`;
    if (fairness.n !== number) {
      problems.push(`${name} of the game has the number ${String(fairness.n)}.`);
    }
    serverTip ??= fairness.tip;
    if (fairness.tip !== serverTip) {
      problems.push(`${name} has another tip of the server than the first.`);
    }
    for (const tip of fairness.seat_tips) {
      if (tip !== null && !firsts.has(tip)) firsts.set(tip, number);
    }
  }
  if (problems.length > 0) throw new FairnessError(problems);
  return firsts;
}

/**
 * Check one shuffle and give the deck that follows from its links.
 *
 * A record cannot show by itself that a missing link was really not sent, nor that a seat without a
 * link had the tip that stands there: for that, compare with what was announced when it was opened.
 *
 * @param roomId the room's id.
 * @param fairness what is said of the shuffle.
 * @param firsts from `firstShuffles`.
 * @param pack the pack of the game in its fixed order; for the draw, `drawPack`.
 * @param deck the deck that was dealt, if it is to be compared.
 * @throws FairnessError: with a sentence for each thing that is wrong.
 */
export function checkDeal<T>(
  roomId: string,
  fairness: Fairness,
  firsts: ReadonlyMap<string, number>,
  pack: readonly T[],
  deck?: readonly T[],
): T[] {
  const problems = new Set([...serverProblems(fairness), ...seatProblems(fairness, firsts)]);
  if (problems.size > 0) throw new FairnessError([...problems]);
  const made = madeFrom(roomId, fairness, pack);
  if (deck !== undefined) needDeck(made, deck);
  return made;
}

/** The deck that follows from the links of a shuffle, which are not checked here. */
export function madeFrom<T>(roomId: string, fairness: Fairness, pack: readonly T[]): T[] {
  const links = fairness.seat_links.map((text) => (text === null ? null : hexToBytes(text)));
  return shuffled(pack, dealKey(hexToBytes(fairness.server_link), roomId, fairness.n, links));
}

/** What is wrong with the server's link of a shuffle, a sentence each. */
export function serverProblems(fairness: Fairness): readonly string[] {
  return gathered(() => {
    const tip = fromHex("server's tip", fairness.tip);
    const link = fromHex("server's link", fairness.server_link);
    const times = folds(fairness.n);
    if (isLink(tip, link, times)) return [];
    return [`The server's link does not hash to its tip in ${String(times)} steps.`];
  });
}

/** What is wrong with the links of the seats, a sentence each; `firsts` from `firstShuffles`. */
export function seatProblems(fairness: Fairness, firsts: ReadonlyMap<string, number>): string[] {
  const { seat_tips: tips, seat_links: links } = fairness;
  if (tips.length !== links.length) {
    const counts = [tips.length, links.length].map(String);
    return [
      `There are ${counts[0] ?? ""} entries in seat_tips and ${counts[1] ?? ""} in seat_links.`,
    ];
  }
  const shown = new Set([fairness.tip]);
  const absent: number[] = [];
  const problems = tips.flatMap((tip, seat) => {
    const link = links[seat] ?? null;
    const name = `Seat ${String(seat)}`;
    if (tip === null) return link === null ? [] : [`${name} has a link and no tip.`];
    if (link === null) absent.push(seat);
    const twice = shown.has(tip)
      ? [`${name} has a tip that another chain of this shuffle has.`]
      : [];
    shown.add(tip);
    return [...twice, ...chainProblems(seat, tip, link, fairness.n, firsts)];
  });
  if (fairness.missing.join() !== absent.join()) {
    problems.push(
      `The seats marked missing are not those with a tip and no link, [${absent.join(", ")}].`,
    );
  }
  return problems;
}

function chainProblems(
  seat: number,
  tip: string,
  link: string | null,
  n: number,
  firsts: ReadonlyMap<string, number>,
): readonly string[] {
  const first = firsts.get(tip);
  const name = `seat ${String(seat)}`;
  if (first === undefined) return [`It is not known which shuffle first lists the tip of ${name}.`];
  return gathered(() => {
    const tipBytes = fromHex(`tip of ${name}`, tip);
    const times = folds(n, first);
    if (link === null || isLink(tipBytes, fromHex(`link of ${name}`, link), times)) return [];
    return [`The link of ${name} does not hash to its tip in ${String(times)} steps.`];
  });
}

function gathered(check: () => readonly string[]): readonly string[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof FairnessError) return error.problems;
    throw error;
  }
}

function needDeck<T>(made: readonly T[], dealt: readonly T[]): void {
  if (made.length !== dealt.length) {
    const counts = [dealt.length, made.length].map(String);
    throw new FairnessError([
      `The deck has ${counts[0] ?? ""} cards, the pack ${counts[1] ?? ""}.`,
    ]);
  }
  const at = made.findIndex((card, place) => card !== dealt[place]);
  if (at >= 0) {
    throw new FairnessError([
      `Card ${String(at + 1)} of the deck is not the one that the links give.`,
    ]);
  }
}

function needBytes(name: string, value: Uint8Array): void {
  if (value.length !== LINK_BYTES) {
    throw new FairnessError([
      `The ${name} has ${String(value.length)} bytes, not ${String(LINK_BYTES)}.`,
    ]);
  }
}

function needNumber(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1 || value > CHAIN_LENGTH) {
    throw new FairnessError([
      `The ${name} is ${String(value)}, not a number from 1 to ${String(CHAIN_LENGTH)}.`,
    ]);
  }
}

function big(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
