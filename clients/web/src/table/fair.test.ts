import type { RoomEvent, RoomNews } from "@kozyr/client";
import { expect, it } from "vitest";
import { FairLog } from "./fair.svelte.ts";

function changed(...events: object[]): RoomNews {
  return { kind: "changed", events: events as RoomEvent[], view: {} } as unknown as RoomNews;
}
const shuffled = (n: number, ...missing: number[]): object => ({ type: "shuffled", n, missing });
const doubted = { kind: "doubted", problem: { n: 2, doubts: ["seed"] } } as unknown as RoomNews;

it("counts the shuffles that were checked, and keeps whose part was missing and what is doubted", () => {
  const log = new FairLog();
  log.take(changed(shuffled(1), { type: "fairness" }, shuffled(2, 0, 3), { type: "fairness" }));
  log.take(doubted);
  expect(log.isWhole).toBe(false);
  expect(log.checked).toBe(2);
  expect(log.missing).toEqual([{ n: 2, seats: [0, 3] }]);
  expect(log.doubts).toEqual([{ n: 2, kinds: ["seed"] }]);
});

it("begins anew with a game, and knows then that it saw all of it", () => {
  const log = new FairLog();
  log.take(changed(shuffled(1, 1), { type: "fairness" }));
  log.take(doubted);
  log.take(changed({ type: "game_started" }, shuffled(1), { type: "fairness" }));
  expect([log.isWhole, log.checked, log.missing, log.doubts]).toEqual([true, 1, [], []]);
});
