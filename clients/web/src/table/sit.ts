/** How one comes to a seat of a table that waits. */
import { KozyrError } from "@kozyr/client";
import { attempt, type Room } from "$lib/session.svelte.ts";

/**
 * Sit down, or ask the host for leave where he lets people in.
 *
 * @param seat which one; null: the first that is free.
 * @param onknock the host was asked.
 */
export async function sit(room: Room, seat: number | null, onknock: () => void): Promise<void> {
  try {
    await room.join(seat);
  } catch (error) {
    if (!(error instanceof KozyrError)) throw error;
    if (error.code !== "needs_knock") await attempt(Promise.reject(error));
    else if ((await attempt(room.ask({ type: "knock" }))) !== null) onknock();
  }
}
