/** The options of a table in words, from what the server says of its game. Pure but for the texts. */
import type { RoomView } from "@kozyr/client";
import { baseOf, fieldsOf, keyOf, type OptionField, type OptionValue } from "../lobby/options.ts";
import type { GameInfo } from "$lib/api.ts";
import { t, titled } from "$lib/i18n/index.svelte.ts";

export interface OptionWord {
  readonly key: string;
  readonly title: string;
  readonly value: string;
  /** What the game has without a choice, where this is something else. */
  readonly usual: string | null;
  /** Whether it was chosen for this table, beside its preset. */
  readonly isChosen: boolean;
}

function word(field: OptionField, value: OptionValue): string {
  const words = field.words[String(value)];
  if (words !== undefined) return titled(words);
  if (typeof value === "boolean") return value ? t("room-yes") : t("room-no");
  if (value !== null) return String(value);
  return isEmpty(field) ? t("room-none") : t("room-by-game");
}

/** Whether nothing is a value of its own: a number that is left out, not what the game decides. */
function isEmpty({ control }: OptionField): boolean {
  return control.kind === "number" && control.isOptional;
}

/**
 * What a table plays by: what was chosen, above its preset, above what is usual. What was chosen
 * stands first, then what its preset has otherwise than the game.
 */
export function optionWords(view: RoomView, game: GameInfo | undefined): readonly OptionWord[] {
  const fields = fieldsOf(game?.options);
  const preset = game?.presets[view.preset ?? ""]?.options ?? {};
  const usual = baseOf(fields, {});
  const base = baseOf(fields, preset);
  const values = baseOf(fields, { ...preset, ...view.options });
  const place = ({ isChosen, usual }: OptionWord): number =>
    isChosen ? 0 : usual === null ? 2 : 1;
  const found = fields.map((field) => {
    const key = keyOf(field);
    const [value = null, own = null, all = null] = [values[key], base[key], usual[key]];
    // What the game decides by the rest is not chosen by anybody.
    const differs = (from: OptionValue): boolean =>
      value !== from && (from !== null || isEmpty(field));
    const isChosen = differs(own);
    return {
      key,
      title: titled(field.titles),
      value: word(field, value),
      usual: differs(all) ? word(field, all) : isChosen ? word(field, own) : null,
      isChosen,
    };
  });
  return found.sort((one, other) => place(one) - place(other));
}
