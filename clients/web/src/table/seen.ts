/** How far a game was when this browser last saw it, so that play in one's absence is noticed. */
import type { RoomState } from "@kozyr/client";

const PLACE = "kozyr.seen";
const MOST = 32;

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** The own hand's place in the game: of this game, this deal, so many cards; null: none is played. */
export function standing({ seat, view }: Pick<RoomState, "seat" | "view">): string | null {
  if (seat === null || view.phase !== "playing") return null;
  const table = view.table as {
    readonly deal?: number;
    readonly counts?: readonly number[];
  } | null;
  const count = table?.counts?.[seat];
  return table?.deal === undefined || count === undefined
    ? null
    : `${String(view.game_no)}/${String(table.deal)}/${String(count)}`;
}

/** Whether cards of this seat were played, in the same game, since this browser last saw it. */
export function wasPlayed(before: string | undefined, now: string | null): boolean {
  if (before === undefined || now === null) return false;
  const [game, deal, count] = before.split("/").map(Number);
  const [thisGame, thisDeal, thisCount] = now.split("/").map(Number);
  if (game !== thisGame || !deal) return false;
  return deal !== thisDeal || (count ?? 0) > (thisCount ?? 0);
}

export function lastSeen(room: string): string | undefined {
  return all()[room];
}

export function keepSeen(room: string, now: string): void {
  const others = Object.entries(all()).filter(([known]) => known !== room);
  try {
    const kept = [...others, [room, now] as const].slice(-MOST);
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Nobody is told then.
  }
}
