/** The pictures of the cards: one file a card, fetched when it is first needed. */
import places from "virtual:kozyr-cards";
import { RANKS_AND_SUITS } from "./pack.ts";
import type { Deck } from "$lib/settings.svelte.ts";

export function faceUrl(card: string, deck: Deck): string {
  return `${places[deck]}/${card}.svg`;
}

const warmed = new Set<Deck>();

/** Fetch a whole deck into the browser's cache while nothing else is going on. */
export function warm(deck: Deck): void {
  if (warmed.has(deck)) return;
  warmed.add(deck);
  const cards = [...RANKS_AND_SUITS];
  const few = (): void => {
    for (const card of cards.splice(0, 6)) new Image().src = faceUrl(card, deck);
    if (cards.length > 0) later(few);
  };
  later(few);
}

function later(work: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "function") requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}
