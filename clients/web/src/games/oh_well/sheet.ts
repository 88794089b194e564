/** The score sheet of Oh Well as on paper. */
import type { ohWell } from "@kozyr/client";
import { t } from "$lib/i18n/index.svelte.ts";
import type { SheetRow } from "$lib/table/sheet.ts";

export function rowsOf(sheet: readonly ohWell.SheetRow[]): SheetRow[] {
  return sheet.map((row) => {
    const called = (row.detail["bids"] ?? []) as readonly number[];
    const taken = (row.detail["tricks"] ?? []) as readonly number[];
    return {
      key: String(row.deal),
      label: String(row.deal),
      scores: row.scores,
      totals: row.totals,
      details: taken.map((tricks, seat) => t("oh-well-of", { tricks, bid: called[seat] ?? 0 })),
      check: row.check,
    };
  });
}
