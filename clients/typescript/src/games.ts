/** What a room says of its game, with the types of that game. */

import { isGame } from "./fold/games.ts";
import type { Turn } from "./following.ts";
import type { GameActions, GameEvents, GameViews } from "./generated/games.ts";
import type { RoomEvent, RoomView } from "./generated/room.ts";

/** The game's own view, with the game that tells its type. */
export type Table = { [G in keyof GameViews]: { game: G; view: GameViews[G] } }[keyof GameViews];

/** The legal actions of a prompt, with the game that tells their type. */
export type Legal = {
  [G in keyof GameActions]: { game: G; actions: readonly GameActions[G][] };
}[keyof GameActions];

/** The events of a game, with the game that tells their type. */
export type Happened = {
  [G in keyof GameEvents]: { game: G; events: readonly GameEvents[G][] };
}[keyof GameEvents];

/** The table of a room; null: before the first game, or of a game that this package does not know. */
export function tableOf(view: RoomView): Table | null {
  if (view.table === null || !isGame(view.game)) return null;
  return { game: view.game, view: view.table } as Table;
}

/** The legal actions of a prompt; null: of a game that this package does not know. */
export function legalOf(turn: Turn): Legal | null {
  if (!isGame(turn.view.game)) return null;
  return { game: turn.view.game, actions: turn.legal } as Legal;
}

/** The events of the game among those of a step; null: of a game that is not known. */
export function happened(view: RoomView, events: readonly RoomEvent[]): Happened | null {
  if (!isGame(view.game)) return null;
  const own = events.flatMap((each) => (each.type === "game" ? [each.event] : []));
  return { game: view.game, events: own } as Happened;
}
