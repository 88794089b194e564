/** What happened in a picture of a replay, as a sentence. */
import { hasText, t } from "$lib/i18n/index.svelte.ts";
import { cardName } from "$lib/cards/names.ts";
import type { Action, Frame } from "./frames.ts";

function of(action: Action, name: string, drawn: string | null): string {
  const named = action.card == null ? "" : cardName(action.card);
  switch (action.type) {
    case "play":
      return action.mode == null
        ? t("replay-did-play", { name, card: named })
        : t("replay-did-joker", {
            name,
            card: named,
            choice: action.mode,
            suit: action.suit ?? "none",
          });
    case "bid":
      return t("replay-did-bid", { name, count: action.tricks ?? 0 });
    case "declare":
      return t("replay-did-declare", {
        name,
        choice: action.call ?? "",
        suit: action.suit ?? "none",
      });
    case "offer":
      return t("replay-did-offer", { name, count: action.tricks ?? 0 });
    case "sale":
      return t("replay-did-sale", { name, choice: action.open === true ? "yes" : "no" });
    case "agree":
      return t("replay-did-agree", { name, choice: action.yes === true ? "yes" : "no" });
    case "draw":
      return t("replay-did-draw", {
        name,
        choice: action.source ?? "",
        card: drawn === null ? "" : cardName(drawn),
      });
    case "knock":
      return named === ""
        ? t("replay-did-big-gin", { name })
        : t("replay-did-knock", { name, card: named });
    case "discard":
    case "lay_off":
    case "pass":
    case "done":
      return t(`replay-did-${action.type}`, { name, card: named });
    default:
      return t("replay-did-other", { name, choice: action.type });
  }
}

/** The sentences of one picture: what was done, by whom if not by the player, and who takes it. */
export function toldOf(frame: Frame, names: readonly string[]): string {
  const { happened } = frame;
  switch (happened.kind) {
    case "dealt":
      return t("replay-did-deal", { name: names[happened.seat] ?? "" });
    case "over":
      return t("replay-did-end");
    case "action": {
      const said = [of(happened.action, names[happened.seat] ?? "", happened.drawn)];
      if (happened.by !== "player" && hasText(`replay-by-${happened.by}`)) {
        said.push(t(`replay-by-${happened.by}`));
      }
      if (frame.isFull && frame.taker !== null) {
        const key = frame.sum === null ? "replay-taken-trick" : "replay-taken-pile";
        said.push(t(key, { name: names[frame.taker] ?? "" }));
      }
      return said.join(" ");
    }
  }
}
