/** Columns of a score sheet from a room's seats. Pure. */
import type { RoomState } from "@kozyr/client";
import type { SheetColumn } from "$lib/table/sheet.ts";

export function columnsOf(room: RoomState): SheetColumn[] {
  return room.view.seats.map((seat, n) => ({ name: seat.name, isYou: n === room.seat }));
}
