/** The score sheet of a record, as the table of its game has it. */
import type { GameRecord } from "@kozyr/client";
import { rowsOf as ofKing } from "../../games/king/sheet.ts";
import { rowsOf as ofKnaves } from "../../games/knaves/sheet.ts";
import { rowsOf as ofOhWell } from "../../games/oh_well/sheet.ts";
import { rowsOf as ofTwentyNine } from "../../games/twenty_nine/sheet.ts";
import { hasText } from "$lib/i18n/index.svelte.ts";
import type { SheetRow } from "$lib/table/sheet.ts";
import { sumOf } from "./sums.ts";
import { totalsBefore } from "./steps.ts";

/** Its rows; until the texts of the game are there (`textsOf`) without words. */
export function sheetOf(record: GameRecord): readonly SheetRow[] {
  const rows = record.deals.map((deal, n) => ({
    deal: deal.number,
    dealer: deal.dealer,
    scores: deal.scores,
    totals: totalsBefore(record, n + 1),
    detail: deal.detail,
    check: sumOf(record, deal),
  }));
  switch (record.game) {
    case "oh_well":
      if (hasText("oh-well-of")) return ofOhWell(rows);
      break;
    case "knaves":
      if (hasText("knaves-jack")) return ofKnaves(rows);
      break;
    case "twenty_nine":
      if (hasText("twenty-nine-piles")) return ofTwentyNine(rows);
      break;
    case "king":
    case "king_jokers":
      if (hasText("king-sheet-tricks")) return ofKing(rows, record.options);
      break;
    default:
  }
  return rows.map((row) => ({ ...row, key: String(row.deal), label: String(row.deal) }));
}

/** The topic of the words that the game of a record needs; null: it needs none. */
export function textsOf(game: string): string | null {
  if (game === "gin_rummy") return null;
  return `games/${game === "king_jokers" ? "king" : game}`;
}
