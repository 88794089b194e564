import type { Room, RoomNews } from "@kozyr/client";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { lastOf, seenAgain, type Last } from "./last.svelte.ts";
import { toldOfTricks, type TrickView } from "./told.ts";

const queen = { seat: 0, card: "QH" };
const ace = { seat: 1, card: "AH" };
const two = { seat: 2, card: "2H" };
const begun: TrickView = {
  trump: null,
  deal: 1,
  trick: [queen, ace],
  last: [],
  sheet: [],
  result: null,
};
const next: TrickView = { ...begun, deal: 2, trick: [], sheet: [{ scores: [1, 2, 3] }] };

/** A table of which the steps are told by hand. */
function watched(): { last: Last; tell: (news: object) => void; stop: () => void } {
  let tell: (news: RoomNews) => void = () => undefined;
  const onNews: Room["onNews"] = (listener) => {
    tell = listener;
    return () => undefined;
  };
  const made: Last[] = [];
  const stop = $effect.root(() => {
    made.push(lastOf(() => begun, onNews));
  });
  flushSync();
  const [last] = made;
  if (last === undefined) throw new Error("no table was made");
  return { last, tell: (news) => tell(news as RoomNews), stop };
}

const dealOver = {
  kind: "changed",
  events: [
    { type: "played", ...two },
    { type: "trick_taken", seat: 1 },
    { type: "deal_scored" },
    { type: "dealt", deal: 2 },
  ].map((event) => ({ type: "game", event })),
  view: { table: next },
};

it("keeps the trick that ended a deal when the same step deals the next one", () => {
  const { last, tell, stop } = watched();
  tell(dealOver);
  expect(last.full?.cards.map((play) => play.card)).toEqual(["QH", "AH", "2H"]);
  expect(last.full?.taker).toBe(1);
  // It is told, too: the last card, who took the trick, what the deal was worth.
  expect(toldOfTricks(begun, next, null, last.full).map((told) => told.key)).toEqual([
    "told-card",
    "told-taken",
    "told-score",
    "told-score",
    "told-score",
    "told-deal",
  ]);
  // What was told with its own step is not told again with the next deal.
  const taken = { ...begun, trick: [], last: [queen, ace, two] };
  expect(toldOfTricks(taken, next, null, last.full)[0]?.key).toBe("told-score");
  stop();
});

it("forgets it with a picture that replaces all", () => {
  const { last, tell, stop } = watched();
  tell(dealOver);
  tell({ kind: "fresh", reason: "asked", view: { table: next } });
  expect(last.full).toBeNull();
  stop();
});

it("can be looked at again until the next deal has a trick of its own", () => {
  const full = { cards: [queen, ace, two], taker: 1 };
  expect(seenAgain({ deal: 1, last: [] }, null, null)).toBeNull();
  expect(seenAgain({ deal: 2, last: [] }, null, full)).toEqual({ ...full, isPast: true });
  const own = { deal: 2, last: [two, queen, ace] };
  expect(seenAgain(own, 0, full)).toEqual({ cards: own.last, taker: 0, isPast: false });
  // What is left of the game before is none of this one's.
  expect(seenAgain({ deal: 1, last: [] }, null, full)).toBeNull();
});
