/** The pictures of the cards: one file a card, fetched when it is first needed. */
import places from "virtual:kozyr-cards";
import { RANKS_AND_SUITS } from "./pack.ts";
import { whenIdle } from "$lib/idle.ts";
import type { Deck } from "$lib/settings.svelte.ts";

export function faceUrl(card: string, deck: Deck): string {
  return `${places[deck]}/${card}.svg`;
}

const warmed = new Set<Deck>();

/** Fetched at a time: other things go over the same line. */
const AT_ONCE = 3;

/** Fetch a whole deck into the browser's cache, when the page has nothing else to do. */
export function warm(deck: Deck): void {
  if (warmed.has(deck)) return;
  warmed.add(deck);
  const cards = [...RANKS_AND_SUITS];
  const next = (): void => {
    const card = cards.shift();
    if (card === undefined) return;
    const image = new Image();
    image.fetchPriority = "low";
    image.onload = image.onerror = next;
    image.src = faceUrl(card, deck);
  };
  whenIdle(() => {
    for (let n = 0; n < AT_ONCE; n += 1) next();
  });
}
