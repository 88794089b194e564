/** Melds and deadwood of a hand of Gin Rummy, to be shown to its owner; the server decides. Pure. */

const SUITS = "CDHS";
const RANKS = "A23456789TJQK";
const LEAST = 3;
const HELD = 10;

const rank = (card: string): number => RANKS.indexOf(card[0] ?? "");
const suit = (card: string): number => SUITS.indexOf(card[1] ?? "");

/** What a card counts as deadwood: 1 to 10. */
export function valueOf(card: string): number {
  return Math.min(rank(card) + 1, 10);
}

export function pointsOf(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + valueOf(card), 0);
}

/** By suits C D H S, ace low. */
export function bySuit(cards: readonly string[]): string[] {
  return cards.toSorted((a, b) => suit(a) - suit(b) || rank(a) - rank(b));
}

/** By ranks, ace low; suits within them. */
export function byRank(cards: readonly string[]): string[] {
  return cards.toSorted((a, b) => rank(a) - rank(b) || suit(a) - suit(b));
}

/** Three or four of a rank, or three or more of a suit in sequence. */
export function isMeld(cards: readonly string[]): boolean {
  const [first] = cards;
  if (first === undefined || cards.length < LEAST) return false;
  if (cards.every((card) => card[0] === first[0])) return true;
  const sorted = bySuit(cards);
  return sorted.every(
    (card, n) => card[1] === first[1] && rank(card) === rank(sorted[0] ?? "") + n,
  );
}

/** All melds of these cards; of long runs also their parts. */
export function meldsIn(cards: readonly string[]): string[][] {
  const sorted = bySuit(cards);
  const runs = sorted.flatMap((_, from) =>
    sorted
      .slice(from + LEAST - 1)
      .map((__, more) => sorted.slice(from, from + LEAST + more))
      .filter(isMeld),
  );
  const sets = [...RANKS].flatMap((each) => {
    const same = sorted.filter((card) => card[0] === each);
    if (same.length < LEAST) return [];
    const threes = same.length > LEAST ? same.map((out) => same.filter((one) => one !== out)) : [];
    return [same, ...threes];
  });
  return [...sets, ...runs];
}

export interface Arrangement {
  readonly melds: readonly (readonly string[])[];
  /** Cards in no meld. */
  readonly rest: readonly string[];
  /** What they count. */
  readonly deadwood: number;
}

/** The melds that leave the least deadwood; of equal ones those with the most cards in them. */
export function bestOf(cards: readonly string[]): Arrangement {
  const all = meldsIn(cards);
  const isBetter = (a: Arrangement, b: Arrangement): boolean =>
    a.deadwood < b.deadwood || (a.deadwood === b.deadwood && a.rest.length < b.rest.length);
  let best: Arrangement = { melds: [], rest: bySuit(cards), deadwood: pointsOf(cards) };
  const search = (
    melds: readonly (readonly string[])[],
    rest: readonly string[],
    from: number,
  ): void => {
    const here = { melds, rest, deadwood: pointsOf(rest) };
    if (isBetter(here, best)) best = here;
    for (const [n, meld] of all.entries()) {
      if (n < from || !meld.every((card) => rest.includes(card))) continue;
      search(
        [...melds, meld],
        rest.filter((card) => !meld.includes(card)),
        n + 1,
      );
    }
  };
  search([], best.rest, 0);
  return best;
}

/** The least deadwood of ten cards: of eleven one is put down. */
export function deadwoodOf(hand: readonly string[]): number {
  if (hand.length <= HELD) return bestOf(hand).deadwood;
  return Math.min(...hand.map((out) => bestOf(hand.filter((card) => card !== out)).deadwood));
}

/** How many cards that are not `held` would fit on these melds: what the other may lay off. */
export function openings(melds: readonly (readonly string[])[], held: readonly string[]): number {
  const pack = [...SUITS].flatMap((each) => [...RANKS].map((of) => of + each));
  const own = new Set([...held, ...melds.flat()]);
  return pack.filter((card) => !own.has(card) && melds.some((meld) => isMeld([...meld, card])))
    .length;
}
