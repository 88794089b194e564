/** The pile of Twenty-Nine for the eye. Pure. */
import { rankOf } from "$lib/cards/cards.ts";

export const FULL = 29;
const RANKS = "A23456789TJQK";
const MOST = 10;

/** What a card counts: its number, a court card or an ace 1. */
export function valueOf(card: string): number {
  const at = RANKS.indexOf(rankOf(card));
  return at > 0 && at < MOST ? at + 1 : 1;
}

/** Ranks that make exactly 29 of a total, low to high; none while no single card can. */
export function completing(total: number): readonly string[] {
  const missing = FULL - total;
  if (missing < 1 || missing > MOST) return [];
  return [...RANKS].filter((rank) => valueOf(`${rank}S`) === missing);
}

/** The highest number that still fits, or null where every card does. */
export function highestFit(total: number): number | null {
  const missing = FULL - total;
  return missing >= MOST ? null : missing;
}

/** Cards of a row that overlap: how far each lies from the one before it, in pixels. */
export function stepOf(count: number, cardWidth: number, room: number, most: number): number {
  return count < 2 ? 0 : Math.min(most, (room - cardWidth) / (count - 1));
}
