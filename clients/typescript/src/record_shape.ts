/** What a record of `kozyr.record/1` looks like, for those that come from strangers. Pure. */

import * as v from "valibot";
import type { Record as GameRecord } from "./generated/record.ts";

const MAX_SEATS = 8;
const MAX_SHUFFLES = 1000;
const MAX_ACTIONS = 1000;
const MAX_PACK = 64;
const MAX_TEXT = 200;

const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const points = v.pipe(v.array(v.number()), v.maxLength(MAX_SEATS));
const card = v.pipe(v.string(), v.regex(/^(?:[A2-9TJQK][CDHS]|X[12])$/, "is no card"));
const cards = v.pipe(v.array(card), v.maxLength(MAX_PACK));
const hands = v.pipe(v.array(cards), v.maxLength(MAX_SEATS));
const links = v.pipe(v.array(v.nullable(text)), v.maxLength(MAX_SEATS));
const details = v.record(v.string(), v.unknown());

const fairness = v.object({
  n: v.pipe(count, v.minValue(1), v.maxValue(MAX_SHUFFLES)),
  tip: text,
  server_link: text,
  seat_tips: links,
  seat_links: links,
  missing: v.pipe(v.array(count), v.maxLength(MAX_SEATS)),
});

/** All fields of the actions of all games. */
const action = v.looseObject({
  type: text,
  card: v.optional(v.nullable(card)),
  mode: v.optional(v.nullable(v.picklist(["high", "low"]))),
  suit: v.optional(v.nullable(v.picklist(["C", "D", "H", "S"]))),
  tricks: v.optional(count),
  call: v.optional(text),
  open: v.optional(v.boolean()),
  yes: v.optional(v.boolean()),
  source: v.optional(v.picklist(["stock", "discard"])),
  melds: v.optional(v.pipe(v.array(cards), v.maxLength(MAX_PACK))),
  meld: v.optional(count),
});

const standIn = v.object({ deal: count, from_ms: v.number(), to_ms: v.nullable(v.number()) });

const seat = v.object({
  name: text,
  kind: text,
  stand_ins: v.array(standIn),
  player: v.nullable(text),
});

const deal = v.object({
  number: v.pipe(count, v.minValue(1)),
  dealer: count,
  hands,
  scores: points,
  detail: details,
  aside: cards,
  turned: v.nullable(card),
  upcard: v.nullable(card),
  stock: cards,
  last_card: v.nullable(card),
  actions: v.pipe(
    v.array(
      v.object({
        seat: count,
        action,
        at_ms: v.number(),
        by: v.picklist(["player", "stand_in", "timeout"]),
      }),
    ),
    v.maxLength(MAX_ACTIONS),
  ),
  fairness,
});

/** A record, complete; fields that are not known are left out. */
export const recordShape: v.GenericSchema<unknown, GameRecord> = v.pipe(
  v.object({
    format: text,
    game: text,
    rules: count,
    preset: v.nullable(text),
    ended: v.picklist(["abandoned", "complete", "limit", "voted"]),
    options: details,
    room: text,
    seats: v.pipe(v.array(seat), v.minLength(1), v.maxLength(MAX_SEATS)),
    started: text,
    finished: text,
    draw: v.nullable(v.object({ cards, fairness })),
    deals: v.pipe(v.array(deal), v.maxLength(MAX_SHUFFLES)),
    totals: points,
    winners: v.array(count),
    settlement: v.nullable(points),
    public: v.boolean(),
  }),
  v.check((record) => areSeats(record), "a deal has other seats than the game"),
  v.check((record) => areInOrder(record), "the deals are not numbered in their order"),
);

function areSeats(record: GameRecord): boolean {
  const seats = record.seats.length;
  return record.deals.every(
    (deal) =>
      deal.hands.length === seats &&
      deal.scores.length === seats &&
      deal.dealer < seats &&
      deal.actions.every((each) => each.seat < seats),
  );
}

function areInOrder({ deals }: GameRecord): boolean {
  return deals.every((deal, n) => deal.number > (deals[n - 1]?.number ?? 0));
}
