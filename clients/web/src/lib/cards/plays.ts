import type { Suit } from "./cards.ts";

/** A card on the table, and who put it there. */
export interface Play {
  readonly seat: number;
  readonly card: string;
  /** A word below it, such as what a joker is played as, and a suit that it names. */
  readonly note?: string;
  readonly suit?: Suit;
}
