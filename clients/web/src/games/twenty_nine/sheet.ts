/** The score sheet of Twenty-Nine as on paper. */
import type { twentyNine } from "@kozyr/client";
import { t } from "$lib/i18n/index.svelte.ts";
import type { SheetRow } from "$lib/table/sheet.ts";

export function rowsOf(sheet: readonly twentyNine.SheetRow[]): SheetRow[] {
  return sheet.map((row) => {
    const piles = (row.detail["piles"] ?? []) as readonly number[];
    return {
      key: String(row.deal),
      label: String(row.deal),
      scores: row.scores,
      totals: row.totals,
      details: piles.map((count) => t("twenty-nine-piles", { count })),
      check: row.check,
    };
  });
}

/** How many deals a game has by its options; null: points end it. */
export function dealsOf(options: Readonly<Record<string, unknown>>, seats: number): number | null {
  switch (options["length"]) {
    case "single":
      return 1;
    case "target":
      return null;
    default:
      return seats * Number(options["rounds"]);
  }
}
