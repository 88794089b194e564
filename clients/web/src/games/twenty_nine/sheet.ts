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
