/** What is going on, in one sentence, and why a card may not be played. */
import type { king } from "@kozyr/client";
import { isJoker, suitOf, type Suit } from "$lib/cards/cards.ts";
import { reasonToFollow } from "$lib/cards/names.ts";
import { t } from "$lib/i18n/index.svelte.ts";
import { signed } from "$lib/table/sheet.ts";
import { eldestOf, worthOf, type Options } from "./plan.ts";

type View = king.View;

const KING = "KH";
const ACE = "AH";

/** The suit to follow; null: nothing was led yet. */
export function ledSuit(trick: readonly king.Laid[]): Suit | null {
  const first = trick[0];
  return first === undefined ? null : (first.suit ?? suitOf(first.card));
}

/** The duty that leaves nothing but the king of hearts; null: it is an own choice, or follows suit. */
function dutyOf(
  { hand, trick }: View,
  playable: ReadonlySet<string>,
): "king-shed" | "king-under-ace" | null {
  const cards = hand ?? [];
  if (playable.size > 1 || !playable.has(KING) || cards.length === 1) return null;
  if (!cards.some((card) => suitOf(card) === ledSuit(trick))) return "king-shed";
  // The only heart of a hand follows suit as any card does.
  const hasOther = cards.some((card) => card !== KING && suitOf(card) === "H");
  return hasOther && trick.some(({ card }) => card === ACE) ? "king-under-ace" : null;
}

/** Why a card may not be played, as far as what may be played tells it. */
export function reasonOf(
  view: View,
  playable: ReadonlySet<string>,
): (card: string) => string | undefined {
  const hand = view.hand ?? [];
  const led = ledSuit(view.trick);
  const plain = [...playable].filter((card) => !isJoker(card));
  if (led === null) {
    return (card) => (suitOf(card) === "H" ? t("king-no-hearts-lead") : undefined);
  }
  const holds = hand.some((card) => suitOf(card) === led);
  const duty = dutyOf(view, playable);
  if (duty !== null) return () => t(duty);
  if (!holds) {
    const trump = view.trump;
    const mustTrump = trump !== null && plain.every((card) => suitOf(card) === trump);
    return () => (mustTrump ? t("king-must-trump") : undefined);
  }
  const follow = reasonToFollow(hand, `A${led}`);
  return (card) =>
    isJoker(card)
      ? t("king-joker-not-now")
      : (follow(card) ?? (suitOf(card) === led ? t("king-joker-demands") : undefined));
}

/** For whoever is on turn to play. */
function ownPlay(view: View, playable: ReadonlySet<string>): string {
  const led = ledSuit(view.trick);
  if (led === null) return t("king-you-lead");
  const duty = dutyOf(view, playable);
  if (duty !== null) return t(duty);
  if ((view.hand ?? []).some((card) => suitOf(card) === led)) {
    const joker = [...playable].some(isJoker) ? "yes" : "no";
    return t("king-you-follow", { suit: led, joker });
  }
  const isFree = playable.size === (view.hand ?? []).length;
  return isFree ? t("king-you-void", { suit: led }) : t("king-must-trump");
}

function praise(
  view: View,
  names: readonly string[],
  seat: number | null,
  options: Options,
): string {
  const eldest = eldestOf(view.dealer, view.counts.length) ?? 0;
  const name = names[view.turn ?? eldest] ?? "";
  const isOwn = view.turn !== null && view.turn === seat;
  const whose = isOwn ? "you" : "other";
  const more = view.rest / view.counts.length;
  const trick = worthOf("tricks", "praise", options);
  switch (view.phase) {
    case "declare":
      return view.sale === null
        ? t("king-now-declare", { whose, name, more })
        : t("king-now-declare-bought", { whose, name, count: view.sale.tricks });
    case "agree":
      return t("king-now-agree", {
        whose,
        name,
        praiser: names[eldest] ?? "",
        points: signed(2 * trick),
      });
    case "sale":
      return t("king-now-sale", { whose, name, points: signed(trick) });
    case "auction":
      return view.offer === null
        ? t("king-now-auction", { whose, name, seller: names[eldest] ?? "", points: trick })
        : t("king-now-auction-high", {
            whose,
            name,
            bidder: names[view.offer.seat] ?? "",
            count: view.offer.tricks,
            points: signed(trick * view.offer.tricks),
          });
    default:
      return t("king-now-split", { whose, name, points: signed(2 * trick) });
  }
}

/** The sentence above the hand. */
export function statusOf(
  view: View,
  names: readonly string[],
  seat: number | null,
  playable: ReadonlySet<string>,
  options: Options,
): string {
  switch (view.phase) {
    case "draw":
    case "deal":
      return t("king-now-dealing");
    case "over":
      return t("king-now-over", {
        count: view.result?.winners.length ?? 0,
        names: (view.result?.winners ?? []).map((each) => names[each]).join(", "),
      });
    case "play": {
      if (view.turn !== null && view.turn === seat && playable.size > 0) {
        return ownPlay(view, playable);
      }
      const led = ledSuit(view.trick);
      const name = names[view.turn ?? 0] ?? "";
      return led === null
        ? t("king-now-leads", { name })
        : t("king-now-plays", { name, suit: led });
    }
    default:
      return praise(view, names, seat, options);
  }
}
