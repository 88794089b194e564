/** The score sheet of Gin Rummy: how deals ended, and what their points are made of. */
import type { ginRummy } from "@kozyr/client";
import { t } from "$lib/i18n/index.svelte.ts";
import type { SheetRow } from "$lib/table/sheet.ts";

type Row = Pick<ginRummy.SheetRow, "deal" | "scores" | "totals" | "detail">;
export type Outcome = "void" | "knock" | "gin" | "big_gin" | "undercut";

/** The seat that wrote points; null: none did. */
export function winnerOf(row: Row): number | null {
  const winner = row.scores.findIndex((score) => score > 0);
  return winner < 0 ? null : winner;
}

export function outcomeOf(row: Row): Outcome {
  const winner = winnerOf(row);
  if (winner === null) return "void";
  if (row.detail["big_gin"] === true) return "big_gin";
  if (row.detail["knocker"] !== winner) return "undercut";
  return row.detail["knocker_deadwood"] === 0 ? "gin" : "knock";
}

/** Deadwood by seat, the opponent's after lay-offs; null: nobody has knocked. */
function deadwoodOf(row: Row): readonly [number, number] | null {
  const { knocker, knocker_deadwood: own, opponent_deadwood: other } = row.detail;
  if (typeof own !== "number" || typeof other !== "number") return null;
  return knocker === 0 ? [own, other] : [other, own];
}

/** How the points come about, such as «9 − 6 + 10»: deadwood, a bonus, and `times` for doubled deals. */
export function sumOf(row: Row, times: number): string {
  const winner = winnerOf(row);
  const deadwood = deadwoodOf(row);
  if (winner === null || deadwood === null) return "";
  const [own, other] = [deadwood[winner] ?? 0, deadwood[1 - winner] ?? 0];
  const bonus = (row.scores[winner] ?? 0) / times - (other - own);
  const sum = [String(other), ...(own > 0 ? [`− ${String(own)}`] : [])];
  if (bonus > 0) sum.push(`+ ${String(bonus)}`);
  return times === 1 ? sum.join(" ") : `(${sum.join(" ")}) × ${String(times)}`;
}

export function rowsOf(sheet: readonly Row[]): SheetRow[] {
  return sheet.map((row) => {
    const deadwood = deadwoodOf(row);
    return {
      key: String(row.deal),
      label: String(row.deal),
      note: t(`gin-outcome-${outcomeOf(row)}`),
      scores: row.scores.map((score) => (score === 0 ? null : score)),
      totals: row.totals,
      ...(deadwood === null
        ? {}
        : { details: deadwood.map((count) => t("gin-deadwood-short", { count })) }),
      check: null,
    };
  });
}
