/** Cards as the protocol writes them: rank and suit, `KH`, `TC`; jokers `X1`, `X2`. Pure. */

export type Suit = "C" | "D" | "H" | "S";
/** How a hand is laid out: by suits, by ranks, or as the server gives it. */
export type Arrangement = "suit" | "rank" | "given";

export const SUITS: readonly Suit[] = ["C", "D", "H", "S"];
const RANKS = "23456789TJQKA";

// Black and red by turns, as people hold them.
const SHOWN_SUITS = "SHCD";

export function isJoker(card: string): boolean {
  return card.startsWith("X");
}

/** The suit, or null for a joker. */
export function suitOf(card: string): Suit | null {
  return isJoker(card) ? null : (card[1] as Suit);
}

/** The rank's letter; of a joker its number. */
export function rankOf(card: string): string {
  return isJoker(card) ? (card[1] ?? "") : (card[0] ?? "");
}

/** From 0 for the lowest; a joker is above all. */
export function rankValue(card: string, aceLow = false): number {
  if (isJoker(card)) return RANKS.length + Number(card[1]);
  const at = RANKS.indexOf(rankOf(card));
  return aceLow && at === RANKS.length - 1 ? -1 : at;
}

export interface Order {
  readonly arrangement?: Arrangement;
  readonly trump?: string | null;
  readonly aceLow?: boolean;
}

/**
 * A hand as people hold it: trumps first, suits in alternating colours, high cards first; by ranks
 * high cards first and suits within them; jokers before all.
 */
export function arranged(cards: readonly string[], order: Order = {}): string[] {
  const { arrangement = "suit", trump = null, aceLow = false } = order;
  if (arrangement === "given") return [...cards];
  const suit = (card: string): number => {
    const of = suitOf(card);
    if (of === null) return -2;
    return of === trump ? -1 : SHOWN_SUITS.indexOf(of);
  };
  const rank = (card: string): number => -rankValue(card, aceLow);
  return cards.toSorted((a, b) =>
    arrangement === "suit"
      ? suit(a) - suit(b) || rank(a) - rank(b)
      : rank(a) - rank(b) || suit(a) - suit(b),
  );
}
