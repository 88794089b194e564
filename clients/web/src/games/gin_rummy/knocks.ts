/** The knocks that are allowed, for a person to choose among: by card put down, the best first. Pure. */
import type { ginRummy } from "@kozyr/client";
import { openings, pointsOf } from "./melds.ts";

export interface Way {
  readonly action: ginRummy.Knock;
  readonly rest: readonly string[];
  readonly deadwood: number;
}

export interface KnockChoice {
  /** The card put face down; null: big gin. */
  readonly card: string | null;
  /** Ways to arrange the others; the first has the least deadwood and the fewest lay-offs. */
  readonly ways: readonly [Way, ...Way[]];
}

function wayOf(action: ginRummy.Knock, hand: readonly string[]): Way {
  const melded = new Set([...action.melds.flat(), action.card]);
  const rest = hand.filter((card) => !melded.has(card));
  return { action, rest, deadwood: pointsOf(rest) };
}

/** All of them; the choice with the least deadwood comes first, big gin before all. */
export function choicesOf(
  knocks: readonly ginRummy.Knock[],
  hand: readonly string[],
): KnockChoice[] {
  const cards = [...new Set(knocks.map((knock) => knock.card))];
  const open = (way: Way): number => openings(way.action.melds, hand);
  return cards
    .flatMap((card): KnockChoice[] => {
      const [first, ...others] = knocks
        .filter((knock) => knock.card === card)
        .map((knock) => wayOf(knock, hand))
        .toSorted((a, b) => a.deadwood - b.deadwood || open(a) - open(b));
      return first === undefined ? [] : [{ card, ways: [first, ...others] }];
    })
    .toSorted(
      (a, b) =>
        Number(a.card !== null) - Number(b.card !== null) ||
        a.ways[0].deadwood - b.ways[0].deadwood,
    );
}
