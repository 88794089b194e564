/** Bids of Oh Well for the eye. Pure. */

export interface BidSum {
  readonly sum: number;
  /** Whether all have bid, and the bids are seen. */
  readonly isFull: boolean;
  /** Tricks that nobody bid; below 0: so many more were bid than there are. */
  readonly open: number;
}

export function bidSum(bids: readonly (number | null)[], size: number): BidSum {
  const sum = bids.reduce<number>((all, bid) => all + (bid ?? 0), 0);
  return { sum, isFull: bids.every((bid) => bid !== null), open: size - sum };
}

/** The bid that the hook forbids, or null: the one number from 0 to `size` that is not legal. */
export function hooked(legal: ReadonlySet<number>, size: number): number | null {
  if (legal.size === 0) return null;
  return Array.from({ length: size + 1 }, (_, n) => n).find((n) => !legal.has(n)) ?? null;
}
