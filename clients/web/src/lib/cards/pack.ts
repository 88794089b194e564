import { SUITS } from "./cards.ts";

/** All 52 cards and both jokers: what there are pictures of. */
export const RANKS_AND_SUITS: readonly string[] = [
  ...SUITS.flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit)),
  "X1",
  "X2",
];
