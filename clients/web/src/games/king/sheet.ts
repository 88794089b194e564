/** The score sheet of King as on paper. */
import type { king } from "@kozyr/client";
import { t } from "$lib/i18n/index.svelte.ts";
import { signed, type SheetRow } from "$lib/table/sheet.ts";
import { planOf, worthOf, type Contract, type Options } from "./plan.ts";

interface Sold {
  readonly seller: number;
  readonly buyer: number;
  readonly tricks: number;
}

function sold(detail: king.SheetRow["detail"]): Sold | null {
  const sale = detail["sale"] as Partial<Sold> | null | undefined;
  const { seller, buyer, tricks } = sale ?? {};
  return seller === undefined || buyer === undefined || tricks === undefined
    ? null
    : { seller, buyer, tricks };
}

/** What explains the points of a praise deal: tricks, and what was paid for the game. */
function praised(row: king.SheetRow, options: Options): string[] {
  const tricks = (row.detail["tricks"] ?? []) as readonly number[];
  const sale = sold(row.detail);
  const price = (sale?.tricks ?? 0) * worthOf("tricks", "praise", options);
  return tricks.map((count, seat) => {
    const parts = [t("king-sheet-tricks", { count })];
    if (seat === sale?.seller) parts.push(signed(price));
    if (seat === sale?.buyer) parts.push(signed(-price));
    return parts.join(" ");
  });
}

function noteOf(row: king.SheetRow, contract: Contract): string {
  const sale = sold(row.detail);
  return sale === null
    ? t(`king-short-${contract}`)
    : t("king-sheet-sold", { count: sale.tricks, deal: t(`king-short-${contract}`) });
}

export function rowsOf(sheet: readonly king.SheetRow[], options: Options): SheetRow[] {
  const plan = planOf(options);
  return sheet.map((row) => {
    const contract = plan[row.deal - 1];
    return {
      key: String(row.deal),
      label: String(row.deal),
      ...(contract === undefined ? {} : { note: noteOf(row, contract) }),
      scores: row.scores,
      totals: row.totals,
      ...(contract === "praise" ? { details: praised(row, options) } : {}),
      check: row.check,
    };
  });
}
