/** The draw for who deals, and for the seats, as a sentence; texts of the topic `room`. */
import type { RoomEvent, RoomView } from "@kozyr/client";
import { rankArgument } from "$lib/cards/names.ts";
import { t } from "$lib/i18n/index.svelte.ts";

/** As every game tells it: the card of each seat by its number before the draw. */
interface Drawn {
  readonly type: "drawn";
  readonly cards: readonly string[];
  readonly dealer: number;
}

/**
 * @param events of one step
 * @param view after it
 * @returns who drew what, from the first dealer on, in few words: it lies over the page for a while; null: there was no draw in this step
 */
export function drawOf(events: readonly RoomEvent[], view: RoomView): string | null {
  let drawn: Drawn | null = null;
  let order: readonly number[] | null = null;
  for (const event of events) {
    // A card that is drawn in Gin Rummy is another event of a like name.
    if (event.type === "game") {
      const told = event.event as Partial<Drawn>;
      if (told.type === "drawn" && told.cards !== undefined) drawn = told as Drawn;
    }
    if (event.type === "seated") order = event.order;
  }
  if (drawn === null) return null;
  const { cards, dealer } = drawn;
  const drawers = cards.map((_, n) => {
    const seat = (dealer + n) % cards.length;
    const card = cards[order?.[seat] ?? seat] ?? "";
    return t(n === 0 ? "room-told-drew-first" : "room-told-drew", {
      // A line ends between the players, not within a name.
      name: (view.seats[seat]?.name ?? "").replaceAll(" ", "\u00a0"),
      rank: rankArgument(card),
    });
  });
  return t(order === null ? "room-told-draw-dealer" : "room-told-draw-seats", {
    cards: drawers.join(", "),
  });
}
