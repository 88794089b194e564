/** Where in the rules of a game what is going on is told: the number of a heading there. Pure. */

/** By game and decision the heading of the help, from 0; the two languages have the same ones. */
const HEADINGS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  oh_well: { bid: 1, play: 2 },
  knaves: { play: 1 },
  twenty_nine: { play: 1 },
  king: { play: 1, declare: 2, agree: 2, sale: 2, auction: 2, split: 2 },
  king_jokers: { play: 1 },
  gin_rummy: { draw: 2, discard: 2, lay_off: 3 },
};

export function headingOf(game: string, decision: string | undefined): number | null {
  return decision === undefined ? null : (HEADINGS[game]?.[decision] ?? null);
}
