/** What happened between two pictures of the table, for those who hear it; and what a deal was. Pure. */
import type { ginRummy } from "@kozyr/client";

type View = ginRummy.View;

/** A key of the catalogue; its arguments, and the seat of which the name is wanted. */
export interface Told {
  readonly key: string;
  readonly seat?: number;
  readonly card?: string;
  readonly count?: number;
  readonly choice?: string;
}

function turn(before: View, after: View): Told[] {
  const seat = before.turn;
  if (seat === null) return [];
  const told: Told[] = [];
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
export function told(before: View, after: View): Told[] {
  const all: Told[] = before.deal === after.deal ? turn(before, after) : [];
  if (after.shown !== null && before.shown === null) {
    const { seat, kind, deadwood } = after.shown;
    all.push({ key: "gin-told-knocked", seat, choice: kind, count: deadwood.length });
  }
  for (const card of after.shown?.laid_off.slice(before.shown?.laid_off.length ?? 0) ?? []) {
    all.push({ key: "gin-told-laid", seat: 1 - (after.shown?.seat ?? 0), card });
  }
  const row = after.sheet.length > before.sheet.length ? after.sheet.at(-1) : undefined;
  if (row !== undefined) {
    const winner = row.scores.findIndex((score) => score > 0);
    all.push(
      winner < 0
        ? { key: "gin-told-void" }
        : { key: "gin-told-score", seat: winner, count: row.scores[winner] ?? 0 },
    );
  }
  if (before.deal !== after.deal) {
    all.push({ key: "gin-told-deal", count: after.deal, card: after.top ?? "" });
  }
  if (after.result !== null && before.result === null) all.push({ key: "gin-told-over" });
  return all;
}

export type Outcome = "void" | "knock" | "gin" | "undercut";

/** How a deal ended, by its row of the sheet. */
export function outcomeOf(row: ginRummy.SheetRow): Outcome {
  const winner = row.scores.findIndex((score) => score > 0);
  if (winner < 0) return "void";
  if (row.detail["knocker"] !== winner) return "undercut";
  return row.detail["knocker_deadwood"] === 0 ? "gin" : "knock";
}
