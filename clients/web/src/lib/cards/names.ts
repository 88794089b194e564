import { t } from "$lib/i18n/index.svelte.ts";
import { isJoker, rankOf, suitOf } from "./cards.ts";

/** «queen of hearts», in the language of the page. */
export function cardName(card: string): string {
  return t("card", {
    joker: isJoker(card) ? "yes" : "no",
    rank: rankOf(card),
    suit: suitOf(card) ?? "",
  });
}
