/** From the deck to the hands: who is dealt which cards, as `protocol/README.md` says it. Pure. */

import type { RecordDeal, Record as GameRecord } from "./generated/record.ts";

/** The cards of a deal, as a record names them. */
export type Dealt = Pick<RecordDeal, "hands" | "aside" | "stock" | "turned" | "upcard">;

type Cards = readonly string[];

const MAX_PACK = 64;

/**
 * The cards of a deal that follow from its deck.
 *
 * @param record the game: its options, and how many seats it has.
 * @param deal the deal: its number, its dealer, and whether it ended in the pause of a praise deal.
 * @param deck all cards of the pack, shuffled; the first is dealt first.
 * @param firstDeck the deck of the first deal, for games that keep cards out for ever.
 */
export function dealtOf(
  record: Pick<GameRecord, "game" | "options" | "seats">,
  deal: Pick<RecordDeal, "number" | "dealer" | "actions">,
  deck: Cards,
  firstDeck: Cards,
): Dealt {
  const { game, options } = record;
  const seats = record.seats.length;
  const nothing = { aside: [], stock: [], turned: null, upcard: null };
  const hands = (cards: Cards, sizes: readonly number[]): [string[][], string[]] =>
    inPackets(cards, deal.dealer, seats, sizes);
  switch (game) {
    case "oh_well": {
      const full = Math.floor(52 / seats);
      const kept = options["put_aside"] === "kept_out" ? firstDeck.slice(seats * full) : [];
      const used = deck.filter((card) => !kept.includes(card));
      const size = sizeOf(String(options["hand_plan"]), deal.number, full);
      const [held, rest] = hands(used, singly(size));
      const turned = options["trump"] === "turn_up" ? (rest.shift() ?? null) : null;
      return { ...nothing, hands: held, turned, aside: [...rest, ...kept] };
    }
    case "knaves": {
      const [held, rest] = hands(deck, singly(Number(options["hand_size"])));
      return { ...nothing, hands: held, turned: rest.shift() ?? null, aside: rest };
    }
    case "gin_rummy": {
      const [held, rest] = hands(deck, singly(10));
      return { ...nothing, hands: held, upcard: rest.shift() ?? null, stock: rest };
    }
    case "twenty_nine": {
      const isUneven = deck.length % seats > 0 && options["set_aside"] !== true;
      const size = Math.floor(deck.length / seats) + (isUneven ? 1 : 0);
      const [held, rest] = hands(deck, singly(size));
      return { ...nothing, hands: held, aside: rest };
    }
    default:
      return { ...nothing, hands: hands(deck, packetsOfKing(deal, options, seats))[0] };
  }
}

/** One card at a time; a size that no pack has is of a forged record. */
function singly(size: number): number[] {
  return Array.from({ length: Math.min(size, MAX_PACK) }, () => 1);
}

/** Each seat from the eldest hand on gets so many cards, once round for each size. */
function inPackets(
  cards: Cards,
  dealer: number,
  seats: number,
  sizes: readonly number[],
): [string[][], string[]] {
  const hands: string[][] = Array.from({ length: seats }, () => []);
  let at = 0;
  for (const size of sizes) {
    for (let step = 1; step <= seats; step += 1) {
      hands[(dealer + step) % seats]?.push(...cards.slice(at, at + size));
      at += size;
    }
  }
  return [hands, cards.slice(at)];
}

function sizeOf(plan: string, deal: number, full: number): number {
  const up = Array.from({ length: full }, (_, n) => n + 1);
  const down = up.toReversed();
  const sizes = {
    down_up: [...down, ...up.slice(1)],
    up_down: [...up, ...down.slice(1)],
    up,
  }[plan] ?? [full];
  return sizes[(deal - 1) % sizes.length] ?? full;
}

function packetsOfKing(
  deal: Pick<RecordDeal, "number" | "actions">,
  options: Readonly<Record<string, unknown>>,
  seats: number,
): readonly number[] {
  const half = options["positive_half"] ?? "praise";
  if (half !== "praise" || deal.number < 8 || deal.number > 11) {
    return Array.from({ length: seats === 4 ? 4 : 5 }, () => 2);
  }
  // A deal that ends with a split, or with the last yes to it, ends in its pause.
  const last = (deal.actions.at(-1)?.action ?? {}) as { readonly type?: string };
  const isSplit = last.type === "declare" || last.type === "agree";
  return isSplit && options["split_full_hand"] !== true ? [3] : [3, 2, 2, 1];
}
