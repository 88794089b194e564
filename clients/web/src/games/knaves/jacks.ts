/** The jacks of a deal of Knaves: what each costs and where it is. Pure. */
import type { knaves } from "@kozyr/client";
import { suitOf, type Suit } from "$lib/cards/cards.ts";

export interface Jack {
  readonly card: string;
  readonly suit: Suit;
  /** Points that it costs, above 0. */
  readonly costs: number;
  /** Who took it in this deal, or null. */
  readonly seat: number | null;
  /** It was turned up, and is not played. */
  readonly isTurned: boolean;
}

const DEAREST_FIRST = ["JH", "JD", "JC", "JS"] as const;
const USUAL: Readonly<Record<Suit, number>> = { H: 4, D: 3, C: 2, S: 1 };

export function jacksOf(
  view: knaves.View,
  options: Readonly<Record<string, unknown>>,
): readonly Jack[] {
  const values = (options["jack_values"] ?? USUAL) as Readonly<Record<string, number>>;
  return DEAREST_FIRST.map((card) => {
    const suit = suitOf(card) as Suit;
    const seat = view.jacks.findIndex((taken) => taken.includes(card));
    return {
      card,
      suit,
      costs: values[suit] ?? USUAL[suit],
      seat: seat < 0 ? null : seat,
      isTurned: view.turned === card && seat < 0,
    };
  });
}
