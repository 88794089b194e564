/**
 * A deal of a record as pictures, one after each action. No rules are known here: hands are those
 * that were dealt without what was played, a trick is a card of each seat, and whoever leads next
 * has taken it. Pure.
 */
import type { GameRecord, RecordDeal } from "@kozyr/client";
import { suitOf, type Suit } from "$lib/cards/cards.ts";
import { NO_PRAISE, praiseAfter, type Praise } from "./praise.ts";

/** Whatever a client may have sent: all fields of all games. */
export interface Action {
  readonly type: string;
  readonly card?: string | null;
  readonly mode?: string | null;
  readonly suit?: Suit | null;
  readonly tricks?: number;
  readonly call?: string;
  readonly open?: boolean;
  readonly yes?: boolean;
  readonly source?: string;
  readonly melds?: readonly (readonly string[])[];
  readonly meld?: number;
}

export interface Laid {
  readonly seat: number;
  readonly card: string;
  readonly mode: string | null;
  readonly suit: Suit | null;
}

/** What lies on the table of Gin Rummy. */
export interface Rummy {
  readonly stock: readonly string[];
  /** The discard pile, its top last. */
  readonly pile: readonly string[];
  readonly knocker: number | null;
  readonly melds: readonly (readonly string[])[];
}

export interface Frame {
  readonly hands: readonly (readonly string[])[];
  /** Who acts next; null: nobody. */
  readonly turn: number | null;
  /** What has just happened: an action, or that cards were dealt, or that the deal is over. */
  readonly happened: Happened;
  /** The open trick or pile. */
  readonly laid: readonly Laid[];
  /** Sum of the open pile of Twenty-Nine. */
  readonly sum: number | null;
  /** Who took the last trick or pile; with a full one on the table: who takes it. */
  readonly taker: number | null;
  readonly isFull: boolean;
  /** Tricks, or piles, by seat; null: the game has none. */
  readonly taken: readonly number[] | null;
  readonly bids: readonly (number | null)[] | null;
  readonly trump: Suit | null;
  /** A card that was shown to all. */
  readonly shown: string | null;
  readonly rummy: Rummy | null;
  readonly praise: Praise;
}

export type Happened =
  | { readonly kind: "dealt"; readonly seat: number }
  | {
      readonly kind: "action";
      readonly seat: number;
      readonly action: Action;
      readonly by: string;
      readonly atMs: number;
      /** The card that came from the stock or the pile. */
      readonly drawn: string | null;
    }
  | { readonly kind: "over" };

const PAUSE_CARDS = 3;
const FULL_PILE = 29;

/** What a card adds to the pile of Twenty-Nine. */
function worth(card: string): number {
  const rank = card.charAt(0);
  if (rank === "T") return 10;
  return Number(rank) || 1;
}

/** The pictures of a deal: the cards as dealt, one after each action, and the end. */
export function framesOf(record: GameRecord, deal: RecordDeal): Frame[] {
  const frames = [firstOf(record, deal)];
  deal.actions.forEach((_, n) => {
    frames.push(after(record, deal, frames.at(-1) as Frame, n));
  });
  const last = frames.at(-1) as Frame;
  return [
    ...frames,
    { ...last, happened: { kind: "over" }, turn: null, laid: [], sum: null, isFull: false },
  ];
}

function actionOf(deal: RecordDeal, n: number): Action | null {
  return (deal.actions[n]?.action as Action | undefined) ?? null;
}

function firstOf(record: GameRecord, deal: RecordDeal): Frame {
  const { game, options } = record;
  const fixed = options["trump"];
  const seats = record.seats.map(() => 0);
  return {
    hands: held(record, deal, deal.hands, 0),
    turn: deal.actions[0]?.seat ?? null,
    happened: { kind: "dealt", seat: deal.dealer },
    laid: [],
    sum: game === "twenty_nine" ? 0 : null,
    taker: null,
    isFull: false,
    taken: game === "gin_rummy" ? null : seats,
    bids: game === "oh_well" ? record.seats.map(() => null) : null,
    trump: typeof fixed === "string" && /^[CDHS]$/.test(fixed) ? (fixed as Suit) : null,
    shown: deal.turned,
    rummy:
      game === "gin_rummy"
        ? {
            stock: deal.stock,
            pile: deal.upcard === null ? [] : [deal.upcard],
            knocker: null,
            melds: [],
          }
        : null,
    praise: NO_PRAISE,
  };
}

function after(record: GameRecord, deal: RecordDeal, before: Frame, n: number): Frame {
  const entry = deal.actions[n];
  const action = actionOf(deal, n);
  if (entry === undefined || action === null) return before;
  const { seat } = entry;
  const isNew = before.isFull;
  const base: Frame = {
    ...before,
    hands: held(record, deal, deal.hands, n + 1, before.rummy === null ? null : before.hands),
    turn: deal.actions[n + 1]?.seat ?? null,
    happened: { kind: "action", seat, action, by: entry.by, atMs: entry.at_ms, drawn: null },
    laid: isNew ? [] : before.laid,
    sum: isNew && before.sum !== null ? 0 : before.sum,
    isFull: false,
    praise: praiseAfter(before.praise, seat, action),
  };
  if (before.rummy !== null) return rummyAfter(base, before.rummy, seat, action);
  switch (action.type) {
    case "bid":
      return {
        ...base,
        bids: (base.bids ?? []).map((bid, n) => (n === seat ? (action.tricks ?? bid) : bid)),
      };
    case "declare": {
      const isLast = action.call === "by_last" && deal.last_card !== null;
      const shown = isLast ? deal.last_card : null;
      const suit = isLast ? suitOf(deal.last_card ?? "X1") : (action.suit ?? null);
      return { ...base, trump: suit, shown };
    }
    case "play":
      return laidAfter(record, deal, base, n, seat, action);
    default:
      return base;
  }
}

function laidAfter(
  record: GameRecord,
  deal: RecordDeal,
  base: Frame,
  n: number,
  seat: number,
  action: Action,
): Frame {
  const card = action.card ?? "";
  const laid = [...base.laid, { seat, card, mode: action.mode ?? null, suit: action.suit ?? null }];
  const sum = base.sum === null ? null : base.sum + worth(card);
  const isFull = sum === null ? laid.length === record.seats.length : sum === FULL_PILE;
  if (!isFull) return { ...base, laid, sum };
  const taker = sum === null ? takerOf(deal, base.taken ?? [], n) : seat;
  const taken = base.taken?.map((count, each) => (each === taker ? count + 1 : count)) ?? null;
  return { ...base, laid, sum, isFull, taker, taken };
}

/** Who leads next has taken the trick; of the last one the score sheet knows. */
function takerOf(deal: RecordDeal, taken: readonly number[], n: number): number | null {
  const next = deal.actions.slice(n + 1).find((each) => (each.action as Action).type === "play");
  if (next !== undefined) return next.seat;
  const tricks = deal.detail["tricks"];
  if (!Array.isArray(tricks)) return null;
  const seat = tricks.findIndex((count, each) => count === (taken[each] ?? 0) + 1);
  return seat < 0 ? null : seat;
}

function rummyAfter(base: Frame, table: Rummy, seat: number, action: Action): Frame {
  const card = action.card ?? null;
  const hands = base.hands.map((hand) => [...hand]);
  const own = hands[seat] ?? [];
  const drop = (): void => {
    const at = own.indexOf(card ?? "");
    if (at >= 0) own.splice(at, 1);
  };
  let { stock, pile, knocker, melds } = table;
  let drawn: string | null = null;
  switch (action.type) {
    case "draw":
      drawn = (action.source === "stock" ? stock[0] : pile.at(-1)) ?? null;
      if (action.source === "stock") stock = stock.slice(1);
      else pile = pile.slice(0, -1);
      if (drawn !== null) own.push(drawn);
      break;
    case "discard":
    case "knock":
      drop();
      if (action.type === "knock") {
        knocker = seat;
        melds = action.melds ?? [];
      }
      if (card !== null) pile = [...pile, card];
      break;
    case "lay_off":
      drop();
      melds = melds.map((meld, n) => (n === action.meld && card !== null ? [...meld, card] : meld));
      break;
    default:
  }
  const { happened } = base;
  return {
    ...base,
    hands,
    rummy: { stock, pile, knocker, melds },
    happened: happened.kind === "action" ? { ...happened, drawn } : happened,
  };
}

/**
 * What each seat holds after so many actions. In the pause of a praise deal of King, before the
 * first card is played, the first three cards.
 */
function held(
  record: GameRecord,
  deal: RecordDeal,
  dealt: readonly (readonly string[])[],
  count: number,
  known: readonly (readonly string[])[] | null = null,
): readonly (readonly string[])[] {
  if (known !== null) return known;
  const played = new Set(
    deal.actions.slice(0, count).map((each) => (each.action as Action).card ?? ""),
  );
  const isPause =
    record.game.startsWith("king") &&
    deal.actions.length > 0 &&
    actionOf(deal, 0)?.type !== "play" &&
    !deal.actions.slice(0, count + 1).some((each) => (each.action as Action).type === "play");
  return dealt.map((hand) => {
    const seen = isPause ? hand.slice(0, PAUSE_CARDS) : hand;
    return seen.filter((card) => !played.has(card));
  });
}

/** The numbers of the actions, from 0, with a card that the seat did not hold. */
export function unheld(record: GameRecord, deal: RecordDeal): number[] {
  const frames = framesOf(record, deal);
  const full = deal.hands;
  return deal.actions.flatMap((entry, n) => {
    const { card } = entry.action as Action;
    if (card == null) return [];
    const before = frames[n]?.hands[entry.seat] ?? [];
    const isTwice = deal.actions
      .slice(0, n)
      .some((each) => record.game !== "gin_rummy" && (each.action as Action).card === card);
    const has = record.game === "gin_rummy" ? before : (full[entry.seat] ?? []);
    return has.includes(card) && !isTwice ? [] : [n];
  });
}
