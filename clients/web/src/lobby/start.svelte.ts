/** From a choice in the lobby to a seat at a table. */
import type { Room } from "@kozyr/client";
import { tableFor } from "../games/registry.ts";
import { fairWish } from "../table/fair.svelte.ts";
import type { GameInfo } from "$lib/api.ts";
import { entryOf, type Entry } from "$lib/entries.ts";
import { needTexts } from "$lib/i18n/index.svelte.ts";
import { go } from "$lib/router.svelte.ts";
import { attempt, session } from "$lib/session.svelte.ts";

export const BOT_LEVELS = ["easy", "usual", "strong"] as const;
export type BotLevel = (typeof BOT_LEVELS)[number];

const LEVEL_PLACE = "kozyr.bot_level";

/** How well bots are to play, as it was chosen last in this browser. */
export function storedLevel(): BotLevel {
  try {
    const stored = localStorage.getItem(LEVEL_PLACE);
    return BOT_LEVELS.find((each) => each === stored) ?? "usual";
  } catch {
    return "usual";
  }
}

export function keepLevel(level: BotLevel): void {
  try {
    localStorage.setItem(LEVEL_PLACE, level);
  } catch {
    // It is "usual" again in the next page.
  }
}

/** Have the code and the texts of a table on their way before anybody sits down. */
export function warmTable(game: string): void {
  const { load, topics } = tableFor(game);
  Promise.all([import("../pages/Table.svelte"), load(), needTexts("table", ...topics)]).catch(
    () => undefined, // The page asks again, and tells it.
  );
}

/** Follow a room before its page does: with what opened it once, and as one wishes the shuffles. */
export function follow(room: string, entry: Entry = {}): Promise<Room> {
  return session.client.follow(room, {
    fair: fairWish.isOn,
    ...entryOf(room),
    ...entry,
  });
}

/** Sit down in a room, and be ready. */
async function sit(room: string): Promise<void> {
  const followed = await follow(room);
  if (followed.state.seat === null) await followed.join();
  await followed.ready();
}

/** Open a table with bots in all seats but one, and go there: the game begins by itself. */
export async function playWithBots(game: GameInfo, level: BotLevel): Promise<boolean> {
  warmTable(game.game);
  const seats = game.usual_seats;
  const table = { game: game.game, seats, bots: seats - 1, bot_level: level };
  const room = await attempt(session.client.create(table));
  if (room === null) return false;
  const seated = sit(room);
  go(`/table/${room}`);
  return (await attempt(seated.then(() => true))) ?? false;
}

/** Take the seat that quick match found. */
export async function takeMatch(room: string): Promise<void> {
  const seated = sit(room);
  go(`/table/${room}`);
  await attempt(seated);
}
