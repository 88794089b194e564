/**
 * What the points of a deal must add up to, as the score sheet of the table has it: by what was
 * dealt, and by what each seat took. A record has the points alone. Pure.
 */
import type { GameRecord, RecordDeal } from "@kozyr/client";
import { rankOf, suitOf } from "$lib/cards/cards.ts";
import { isMedley, isNegative, planOf, worthOf } from "../../games/king/plan.ts";

const PACK = 52;
/** All 52 cards make so many piles of 29. */
const PILES = 8;
const ALL_JACKS = 4;
/** What a deal of King is worth in which others than all tricks count. */
const KING = 16;

type Options = GameRecord["options"];
type Lists = readonly (readonly string[])[];

/** The sum that the rules fix; null where they fix none. */
export function sumOf(record: GameRecord, deal: RecordDeal): number | null {
  switch (record.game) {
    case "oh_well":
      return ofOhWell(record.options, deal);
    case "knaves":
      return ofKnaves(record.options, deal);
    case "twenty_nine":
      return ofTwentyNine(record.options, deal);
    case "king":
    case "king_jokers":
      return ofKing(record, deal.number);
    default:
      return null;
  }
}

function ofOhWell(options: Options, { detail, hands }: RecordDeal): number {
  const bids = detail["bids"] as readonly number[];
  const tricks = detail["tricks"] as readonly number[];
  const made = bids.filter((bid, seat) => bid === tricks[seat]);
  const counted =
    options["miss_tricks"] === 0
      ? made.reduce((sum, bid) => sum + bid, 0)
      : (hands[0]?.length ?? 0);
  return counted + made.length * Number(options["exact_bonus"]);
}

function ofKnaves(options: Options, { detail, hands, turned }: RecordDeal): number {
  const isTurned = turned !== null && rankOf(turned) === "J";
  if (isTurned && options["turned_jack"] === "redeal") return 0;
  const tricks = hands[0]?.length ?? 0;
  const bonus = Number(options["all_jacks_bonus"]);
  const jacks = detail["jacks"] as Lists;
  if (bonus > 0 && jacks.some((caught) => caught.length === ALL_JACKS)) return tricks + bonus;
  const cost = options["jack_values"] as Readonly<Record<string, number>>;
  const played = hands.flat().filter((card) => rankOf(card) === "J");
  if (isTurned && options["turned_jack"] === "last_trick") played.push(turned);
  return tricks - played.reduce((sum, jack) => sum + (cost[suitOf(jack) ?? ""] ?? 0), 0);
}

function ofTwentyNine(options: Options, { aside, hands, actions }: RecordDeal): number | null {
  const cards = hands.reduce((sum, hand) => sum + hand.length, 0);
  const played = actions.filter((each) => (each.action as { type: string }).type === "play");
  if (aside.length > 0 || played.length < cards) return null;
  return (options["score_by"] === "cards" ? PACK : PILES) * (options["partners"] === true ? 2 : 1);
}

function ofKing({ options, seats }: GameRecord, number: number): number | null {
  const contract = planOf(options)[number - 1];
  if (contract === undefined) return null;
  // Of a praise deal that is split no more than three cards are dealt.
  const tricks = seats.length === 3 ? 10 : 8;
  const ofTricks = tricks * worthOf("tricks", contract, options);
  const others = (isNegative(contract) ? -KING : KING) * (options["scale"] === 10 ? 10 : 1);
  if (isMedley(contract)) return ofTricks + 5 * others;
  return ["praise", "tricks", "no_tricks"].includes(contract) ? ofTricks : others;
}
