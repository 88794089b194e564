/** What happened between two pictures of the table, for those who hear it; and what a deal was. Pure. */
import type { ginRummy } from "@kozyr/client";
import { pointsOf } from "./melds.ts";
import { winnerOf } from "./sheet.ts";
import type { Said } from "../parts/tell.svelte.ts";

type View = ginRummy.View;

function turn(before: View, after: View): Said[] {
  const seat = before.turn;
  if (seat === null) return [];
  const told: Said[] = [];
  const taken = after.known[seat]?.find((card) => before.known[seat]?.includes(card) !== true);
  const drawn =
    seat === after.seat
      ? after.hand?.find((card) => before.hand?.includes(card) !== true)
      : undefined;
  if (taken !== undefined) {
    told.push({ key: "gin-told-took", seat, card: taken });
  } else if (after.stock < before.stock && after.phase !== "shuffle") {
    told.push(
      drawn === undefined
        ? { key: "gin-told-drew", seat }
        : { key: "gin-told-drew-card", seat, card: drawn },
    );
  }
  const isDiscard = after.top !== before.top && after.discards >= before.discards;
  if (isDiscard && after.top !== null) {
    told.push({ key: "gin-told-discarded", seat, card: after.top });
  }
  const isPass =
    (before.phase === "upcard" || before.phase === "wall") &&
    after.turn !== before.turn &&
    taken === undefined;
  return isPass ? [{ key: "gin-told-passed", seat }] : told;
}

/** In the order in which it happened, the own doings as well: told, they are certain. */
export function told(before: View, after: View): Said[] {
  const all: Said[] = before.deal === after.deal ? turn(before, after) : [];
  if (after.shown !== null && before.shown === null) {
    const { seat, kind, deadwood } = after.shown;
    all.push({ key: "gin-told-knocked", seat, choice: kind, count: pointsOf(deadwood) });
  }
  for (const card of after.shown?.laid_off.slice(before.shown?.laid_off.length ?? 0) ?? []) {
    all.push({ key: "gin-told-laid", seat: 1 - (after.shown?.seat ?? 0), card });
  }
  const row = after.sheet.length > before.sheet.length ? after.sheet.at(-1) : undefined;
  if (row !== undefined) {
    const winner = winnerOf(row);
    all.push(
      winner === null
        ? { key: "gin-told-void" }
        : { key: "gin-told-score", seat: winner, count: row.scores[winner] ?? 0 },
    );
  }
  if (before.deal !== after.deal) {
    all.push({
      key: "gin-told-deal",
      count: after.deal,
      ...(after.top === null ? {} : { card: after.top }),
    });
  }
  if (after.result !== null && before.result === null) {
    all.push({ key: "gin-now-over", winners: after.result.winners });
  }
  return all;
}
