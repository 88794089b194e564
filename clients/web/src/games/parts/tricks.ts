/** Tricks for the eye: who took the last one, how many are over. Pure. */
import { rankValue, suitOf } from "$lib/cards/cards.ts";
import type { Play } from "$lib/cards/plays.ts";

/** The seat whose card is the highest trump or, without one, the highest of the suit led. */
export function takerOf(trick: readonly Play[], trump: string | null): number | null {
  const [led] = trick;
  if (led === undefined) return null;
  const wins = trick.some((play) => suitOf(play.card) === trump) ? trump : suitOf(led.card);
  const [best] = trick
    .filter((play) => suitOf(play.card) === wins)
    .toSorted((a, b) => rankValue(b.card) - rankValue(a.card));
  return best?.seat ?? null;
}

/** The number of the trick that is played, from 1; the last one stays when all are over. */
export function trickNumber(taken: readonly number[], size: number): number {
  const over = taken.reduce((sum, each) => sum + each, 0);
  return Math.min(over + 1, Math.max(size, 1));
}
