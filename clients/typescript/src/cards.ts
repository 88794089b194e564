/** Cards, and the packs in the fixed order from which every deck is shuffled. */

/** Clubs, diamonds, hearts, spades: the order of packs and of all ties between suits. */
export const SUITS = ["C", "D", "H", "S"] as const;

/** Low to high. Where the ace plays low the pack keeps this order all the same. */
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"] as const;

/** A suit, as the second character of a card. */
export type Suit = (typeof SUITS)[number];

/** A rank, as the first character of a card; jokers have `X`. */
export type Rank = (typeof RANKS)[number];

function pack(ranks: readonly string[]): readonly string[] {
  return SUITS.flatMap((suit) => ranks.map((rank) => rank + suit));
}

/** 2 to ace in each suit: Oh Well, Knaves, Gin Rummy, Twenty-Nine. */
export const PACK_52 = pack(RANKS);

/** 7 to ace in each suit: King. */
export const PACK_32 = pack(RANKS.slice(5));

/** King for three: the black sevens are out. */
export const PACK_30 = PACK_32.filter((card) => card !== "7C" && card !== "7S");

/** King with two jokers in the place of the black sevens. */
export const PACK_KING_JOKERS = [...PACK_30, "X1", "X2"];

/** King with one joker in the place of the seven of spades. */
export const PACK_KING_ONE_JOKER = [...PACK_32.filter((card) => card !== "7S"), "X1"];

/** The pack of a table; null: the game is not known. */
export function packOf(
  game: string,
  seats: number,
  options: Readonly<Record<string, unknown>>,
): readonly string[] | null {
  switch (game) {
    case "gin_rummy":
    case "knaves":
    case "oh_well":
    case "twenty_nine":
      return PACK_52;
    case "king":
      return seats === 3 ? PACK_30 : PACK_32;
    case "king_jokers":
      return options["jokers"] === 1 ? PACK_KING_ONE_JOKER : PACK_KING_JOKERS;
    default:
      return null;
  }
}

/** The rank of a card; null for a joker, which has none. */
export function rankOf(card: string): Rank | null {
  return RANKS.find((rank) => rank === card.charAt(0)) ?? null;
}

/** The suit of a card; null for a joker, which has none. */
export function suitOf(card: string): Suit | null {
  return card.startsWith("X") ? null : (SUITS.find((suit) => suit === card.charAt(1)) ?? null);
}

/** The cards of the draw: the highest spades of a pack, low to high; one a seat. */
export function drawPack(seats: number, from: readonly string[], isAceLow: boolean): string[] {
  const strength = (card: string) =>
    isAceLow && card.startsWith("A") ? -1 : RANKS.indexOf(card.charAt(0) as Rank);
  const spades = from.filter((card) => suitOf(card) === "S");
  return spades.sort((one, other) => strength(one) - strength(other)).slice(-seats);
}
