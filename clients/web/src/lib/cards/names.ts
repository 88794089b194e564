import { t } from "$lib/i18n/index.svelte.ts";
import { isJoker, rankOf, suitOf, type Suit } from "./cards.ts";

/** A rank as the catalogue tells it apart: `[7]` of Fluent is a number and no text. */
export function rankArgument(card: string): string | number {
  const rank = rankOf(card);
  return /^\d$/.test(rank) ? Number(rank) : rank;
}

/** «queen of hearts», in the language of the page. */
export function cardName(card: string): string {
  return t("card", {
    joker: isJoker(card) ? "yes" : "no",
    rank: rankArgument(card),
    suit: suitOf(card) ?? "",
  });
}

/** Why a card may not be played where another suit was led and the hand has it: topic `table`. */
export function followReason(led: Suit): string {
  return t("hand-follow-suit", { suit: led });
}

/** That reason where it is the one, else undefined: for `reason` of a hand in games of tricks. */
export function reasonToFollow(
  hand: readonly string[],
  led: string | undefined,
): (card: string) => string | undefined {
  const suit = led === undefined ? null : suitOf(led);
  const mustFollow = suit !== null && hand.some((card) => suitOf(card) === suit);
  return (card) => (mustFollow && suitOf(card) !== suit ? followReason(suit) : undefined);
}
