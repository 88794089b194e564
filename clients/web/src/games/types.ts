/** What every game's table is given. */
import type { Snippet } from "svelte";
import type { GameActions, GameKey, GameViews, Room, RoomState } from "@kozyr/client";

export interface GameTableProps<G extends GameKey = GameKey> {
  /** The room, seats, prompts and clocks; `seatsOf(room, {…})` makes the seats of a table of it. */
  readonly room: RoomState;
  /** The game's own view, `room.view.table`. */
  readonly view: GameViews[G];
  /** All that the rules allow you now; empty when it is not your turn, or your action is on its way. */
  readonly legal: readonly GameActions[G][];
  /** Answer the open prompt with one of `legal`; refusals are told by the page. */
  readonly act: (action: GameActions[G]) => void;
  /** The page's row above the felt; hand it on to `Table`. */
  readonly top: Snippet;
  /** To be told each step with its events; a table that is only looked at has none. */
  readonly onNews?: Room["onNews"];
}
