/** What is going on at a table of Gin Rummy, and what to do, in words. */
import type { ginRummy } from "@kozyr/client";
import { t } from "$lib/i18n/index.svelte.ts";

/**
 * @param seat of whoever looks; null: a spectator
 * @param legal what he may do now
 */
export function statusOf(
  view: ginRummy.View,
  legal: readonly ginRummy.Action[],
  seat: number | null,
  names: readonly string[],
): string {
  const isOwn = view.turn !== null && view.turn === seat;
  const told = { whose: isOwn ? "you" : "other", name: names[view.turn ?? 0] ?? "" };
  switch (view.phase) {
    case "seating":
    case "shuffle":
      return t("gin-now-dealing");
    case "over":
      return t("gin-now-over", {
        count: view.result?.winners.length ?? 0,
        names: (view.result?.winners ?? []).map((winner) => names[winner]).join(", "),
      });
    case "draw":
      return isOwn && legal.length === 1 ? t("gin-now-draw-stock") : t("gin-now-draw", told);
    case "discard":
      return isOwn && legal.length > 0 && legal.every((each) => each.type === "knock")
        ? t("gin-now-wall-knock")
        : t("gin-now-discard", told);
    default:
      return t(`gin-now-${view.phase}`, told);
  }
}
