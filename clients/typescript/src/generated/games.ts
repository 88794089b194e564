// Made from the schemas by `npm run generate`; not to be edited.

import type * as gin_rummy from "./gin_rummy.ts";
import type * as king from "./king.ts";
import type * as king_jokers from "./king_jokers.ts";
import type * as knaves from "./knaves.ts";
import type * as oh_well from "./oh_well.ts";
import type * as twenty_nine from "./twenty_nine.ts";

/** The view of each game, which a room shows as `table`. */
export interface GameViews {
  gin_rummy: gin_rummy.View;
  king: king.View;
  king_jokers: king_jokers.View;
  knaves: knaves.View;
  oh_well: oh_well.View;
  twenty_nine: twenty_nine.View;
}

/** The events of each game. */
export interface GameEvents {
  gin_rummy: gin_rummy.Event;
  king: king.Event;
  king_jokers: king_jokers.Event;
  knaves: knaves.Event;
  oh_well: oh_well.Event;
  twenty_nine: twenty_nine.Event;
}

/** The actions of each game. */
export interface GameActions {
  gin_rummy: gin_rummy.Action;
  king: king.Action;
  king_jokers: king_jokers.Action;
  knaves: knaves.Action;
  oh_well: oh_well.Action;
  twenty_nine: twenty_nine.Action;
}

/** The games that this version knows. */
export const GAME_KEYS = ["gin_rummy","king","king_jokers","knaves","oh_well","twenty_nine"] as const;
