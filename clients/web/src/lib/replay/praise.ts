/** What is named, sold and bought in a praise deal of King, by its actions. Pure. */
import type { Suit } from "$lib/cards/cards.ts";
import type { Action } from "./frames.ts";

export interface Call {
  readonly seat: number;
  /** `suit`, `by_last`, `misere`, `no_trump` or `split`. */
  readonly call: string;
  readonly suit: Suit | null;
}

export interface Sale {
  readonly seller: number;
  readonly buyer: number;
  readonly tricks: number;
}

export interface Praise {
  /** The game as it is named now. */
  readonly call: Call | null;
  /** Who sells the game, before and after it is bought. */
  readonly seller: number | null;
  /** The highest offer; it becomes the sale when its seat names the game. */
  readonly offer: { readonly seat: number; readonly tricks: number } | null;
  readonly sale: Sale | null;
}

export const NO_PRAISE: Praise = { call: null, seller: null, offer: null, sale: null };

export function praiseAfter(before: Praise, seat: number, action: Action): Praise {
  switch (action.type) {
    case "sale":
      return action.open === true ? { ...before, seller: seat } : before;
    case "offer":
      return { ...before, offer: { seat, tricks: action.tricks ?? 0 } };
    case "declare": {
      const { seller, offer } = before;
      const isBought = seller !== null && offer?.seat === seat;
      const sale = isBought ? { seller, buyer: seat, tricks: offer.tricks } : before.sale;
      return {
        ...before,
        call: { seat, call: action.call ?? "", suit: action.suit ?? null },
        sale,
      };
    }
    case "agree":
      // Who is refused a split names another game.
      return action.yes === true ? before : { ...before, call: null };
    default:
      return before;
  }
}
