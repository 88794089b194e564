/** Saying what happened at a table: to those who hear it, and a deal's points to all. */
import { untrack } from "svelte";
import { cardName } from "$lib/cards/names.ts";
import { t } from "$lib/i18n/index.svelte.ts";
import { announce, notify } from "$lib/notices.svelte.ts";
import { signed } from "$lib/table/sheet.ts";
import type { Told } from "./told.ts";

interface Scored {
  readonly sheet: readonly { readonly deal: number; readonly scores: readonly number[] }[];
}

function sentence(told: Told, names: readonly string[]): string {
  return t(told.key, {
    name: told.seat === undefined ? "" : (names[told.seat] ?? ""),
    card: told.card === undefined ? "" : cardName(told.card),
    count: told.count ?? 0,
  });
}

/**
 * To be called once while a table is made; texts of the topic `table`.
 *
 * @param view the table now
 * @param names of its seats
 * @param told what happened between two pictures of it
 */
export function tell<V extends Scored>(
  view: () => V,
  names: () => readonly string[],
  told: (before: V, after: V) => readonly Told[],
): void {
  let before = untrack(view);
  $effect(() => {
    const after = view();
    if (after === before) return;
    untrack(() => {
      for (const each of told(before, after)) announce(sentence(each, names()));
      const row = after.sheet.at(-1);
      if (row !== undefined && after.sheet.length === before.sheet.length + 1) {
        const scores = row.scores.map((score, seat) => `${names()[seat] ?? ""} ${signed(score)}`);
        notify(t("sheet-scored", { deal: row.deal, scores: scores.join(", ") }));
      }
    });
    before = after;
  });
}
