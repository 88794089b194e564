/** Where in the rules of a game what is going on is told: a page, and a heading there. Pure. */

export interface RulesPlace {
  readonly game: string;
  /** The number of a heading of the second level, from 0; null: the beginning. */
  readonly at: number | null;
}

/** By game and decision the heading of the help; the two languages have the same ones. */
const HEADINGS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  oh_well: { bid: 1, play: 2 },
  knaves: { play: 1 },
  twenty_nine: { play: 1 },
  king: { play: 1, declare: 2, agree: 2, sale: 2, auction: 2, split: 2 },
  king_jokers: { play: 1 },
  gin_rummy: { draw: 2, discard: 2, lay_off: 3 },
};

/** Games whose page tells only how they differ from another one. */
const BASES: Readonly<Record<string, string>> = { king_jokers: "king" };

/** The pages that tell a game, its own first. */
export function pagesOf(game: string): readonly string[] {
  const base = BASES[game];
  return base === undefined ? [game] : [game, base];
}

/** Where a decision is told: on the game's own page, or on that of the game it differs from. */
export function placeOf(game: string, decision: string | undefined): RulesPlace {
  const found = pagesOf(game).flatMap((page) => {
    const at = decision === undefined ? undefined : HEADINGS[page]?.[decision];
    return at === undefined ? [] : [{ game: page, at }];
  });
  return found[0] ?? { game, at: null };
}

/** Where the page of one game tells a decision; null: at its beginning. */
export function headingOf(game: string, decision: string | undefined): number | null {
  return decision === undefined ? null : (HEADINGS[game]?.[decision] ?? null);
}
