/**
 * The tables of the games: `games/GAME/Table.svelte` is found by its folder, and its texts by
 * `locales/LANGUAGE/games/GAME.ftl`. A game without a table of its own gets `Fallback.svelte`.
 */
import type { Component } from "svelte";
import type { GameTableProps } from "./types.ts";

interface Module {
  readonly default: Component<GameTableProps>;
}

const tables = import.meta.glob<Module>("./*/Table.svelte");

/** Games that are drawn by the table of another have its texts as well. */
const ALSO: Readonly<Record<string, readonly string[]>> = { king_jokers: ["games/king"] };

export interface GameTable {
  readonly load: () => Promise<Module>;
  readonly topics: readonly string[];
}

export function tableFor(game: string): GameTable {
  const own = tables[`./${game}/Table.svelte`];
  if (own === undefined) {
    return {
      load: () => import("./Fallback.svelte") as unknown as Promise<Module>,
      topics: ["table"],
    };
  }
  return { load: own, topics: ["table", `games/${game}`, ...(ALSO[game] ?? [])] };
}
