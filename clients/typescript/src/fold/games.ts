/** The folds of all games, by the game's key. */

import type { GameEvents, GameViews } from "../generated/games.ts";
import * as ginRummy from "./gin_rummy.ts";
import * as king from "./king.ts";
import * as knaves from "./knaves.ts";
import * as ohWell from "./oh_well.ts";
import * as twentyNine from "./twenty_nine.ts";

/** A game that this version knows. */
export type GameKey = keyof GameViews;

type Folds = {
  readonly [G in GameKey]: (view: GameViews[G], event: GameEvents[G]) => GameViews[G];
};

const FOLDS: Folds = {
  gin_rummy: ginRummy.fold,
  king: king.fold,
  king_jokers: king.fold,
  knaves: knaves.fold,
  oh_well: ohWell.fold,
  twenty_nine: twentyNine.fold,
};

/** Whether this version can fold the game. */
export function isGame(game: string): game is GameKey {
  return Object.hasOwn(FOLDS, game);
}

/**
 * The table of a game after one of its events.
 *
 * An event that is not known leaves it as it is, and so does every event of a game that is not.
 *
 * @throws TypeError: the event is not of the form that its type has.
 */
export function foldTable(game: string, table: unknown, event: unknown): unknown {
  if (!isGame(game)) return table;
  const fold = FOLDS[game] as (view: unknown, event: unknown) => unknown;
  return fold(table, event);
}
