/** The score sheet of Knaves as on paper. */
import type { knaves } from "@kozyr/client";
import { suitOf } from "$lib/cards/cards.ts";
import { t } from "$lib/i18n/index.svelte.ts";
import type { SheetRow } from "$lib/table/sheet.ts";

const SIGNS: Readonly<Record<string, string>> = { C: "♣", D: "♦", H: "♥", S: "♠" };

function jacksOf(cards: readonly string[]): string {
  if (cards.length === 0) return "";
  return t("knaves-jacks", { suits: cards.map((card) => SIGNS[suitOf(card) ?? ""]).join("") });
}

export function rowsOf(sheet: readonly knaves.SheetRow[]): SheetRow[] {
  return sheet.map((row) => {
    const taken = (row.detail["tricks"] ?? []) as readonly number[];
    const caught = (row.detail["jacks"] ?? []) as readonly (readonly string[])[];
    return {
      key: String(row.deal),
      label: String(row.deal),
      scores: row.scores,
      totals: row.totals,
      details: taken.map((count, seat) =>
        [t("seat-tricks", { count }), jacksOf(caught[seat] ?? [])]
          .filter((part) => part !== "")
          .join(", "),
      ),
      check: row.check,
    };
  });
}
