/** What a score sheet and the strip above a table take from a room. Pure. */
import type { RoomState } from "@kozyr/client";
import type { SheetColumn } from "$lib/table/sheet.ts";

export function columnsOf(room: RoomState): SheetColumn[] {
  return room.view.seats.map((seat, n) => ({ name: seat.name, isYou: n === room.seat }));
}

/**
 * What ends a game: so many deals, or the points of its target.
 *
 * @param deals where their number is fixed
 */
export function untilOf(
  room: RoomState,
  deals: number | null,
): { readonly deals: number } | { readonly points: number } {
  return deals === null ? { points: Number(room.view.options["target"]) } : { deals };
}
