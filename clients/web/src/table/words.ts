/** The options of a table in words, from what the server says of its game. Pure but for the texts. */
import type { RoomView } from "@kozyr/client";
import { baseOf, fieldsOf, keyOf, type OptionField, type OptionValue } from "../lobby/options.ts";
import type { GameInfo } from "$lib/api.ts";
import { t, titled } from "$lib/i18n/index.svelte.ts";

export interface OptionWord {
  readonly key: string;
  readonly title: string;
  readonly value: string;
  /** Not what the game has without a choice. */
  readonly isOther: boolean;
}

function word(field: OptionField, value: OptionValue): string {
  const words = field.words[String(value)];
  if (words !== undefined) return titled(words);
  if (typeof value === "boolean") return value ? t("room-yes") : t("room-no");
  return value === null ? t("room-by-game") : String(value);
}

/** What a table plays by: what was chosen, above its preset, above what is usual. */
export function optionWords(view: RoomView, game: GameInfo | undefined): readonly OptionWord[] {
  const fields = fieldsOf(game?.options);
  const preset = game?.presets[view.preset ?? ""]?.options ?? {};
  const usual = baseOf(fields, {});
  const values = baseOf(fields, { ...preset, ...view.options });
  return fields.map((field) => {
    const key = keyOf(field);
    const value = values[key] ?? null;
    return {
      key,
      title: titled(field.titles),
      value: word(field, value),
      // What the game decides by the rest is not chosen by anybody.
      isOther: (usual[key] ?? null) !== null && value !== usual[key],
    };
  });
}
