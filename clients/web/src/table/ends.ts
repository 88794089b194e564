/**
 * How the last games of this tab ended, for when its page is loaded again: a rematch takes the
 * result from the table, and who has left since is named there no more.
 */
import type { RoomState } from "@kozyr/client";
import type { Result } from "./result.ts";

export interface End {
  /** The picture when the game was over. */
  readonly view: RoomState["view"];
  /** Its seats with all who played. */
  readonly seats: RoomState["view"]["seats"];
  /** What was won and lost; null: that is not known. */
  readonly result: Result | null;
}

const PLACE = "kozyr.ends";
const MOST = 4;

function all(): Record<string, End> {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "{}") as Record<string, End>;
  } catch {
    return {};
  }
}

/** The end of a game by its record; null: this tab did not see it. */
export function endOf(record: string | null): End | null {
  return record === null ? null : (all()[record] ?? null);
}

/** Keep how a game ended; the last few are known. */
export function keepEnd(end: End): void {
  const { view } = end;
  if (view.record === null) return;
  const others = Object.entries(all()).filter(([known]) => known !== view.record);
  const kept = [...others, [view.record, end] as const].slice(-MOST);
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // The server still tells the result until the next game.
  }
}
