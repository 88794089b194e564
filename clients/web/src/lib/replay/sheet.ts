/** The score sheet of a record, as the table of its game has it. */
import type { GameRecord } from "@kozyr/client";
import { rowsOf as ofGin } from "../../games/gin_rummy/sheet.ts";
import { rowsOf as ofKing } from "../../games/king/sheet.ts";
import { rowsOf as ofKnaves } from "../../games/knaves/sheet.ts";
import { rowsOf as ofOhWell } from "../../games/oh_well/sheet.ts";
import { rowsOf as ofTwentyNine } from "../../games/twenty_nine/sheet.ts";
import type { SheetRow } from "$lib/table/sheet.ts";
import { sumOf } from "./sums.ts";
import { totalsBefore } from "./steps.ts";

/** Its rows, in words of the game (`tableFor(game).topics`). */
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
      return ofOhWell(rows);
    case "knaves":
      return ofKnaves(rows);
    case "twenty_nine":
      return ofTwentyNine(rows);
    case "gin_rummy":
      return ofGin(rows);
    case "king":
    case "king_jokers":
      return ofKing(rows, record.options);
    default:
      return rows.map((row) => ({ ...row, key: String(row.deal), label: String(row.deal) }));
  }
}
