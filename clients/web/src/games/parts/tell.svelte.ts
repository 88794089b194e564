/** Saying what happened at a table to those who hear it, and keeping a deal's points in sight. */
import { untrack } from "svelte";
import { cardName } from "$lib/cards/names.ts";
import { t } from "$lib/i18n/index.svelte.ts";
import { announce } from "$lib/notices.svelte.ts";

/** A key of the catalogue; its arguments, and the seat of which the name is wanted. */
export interface Said {
  readonly key: string;
  readonly seat?: number;
  readonly card?: string;
  readonly count?: number;
  readonly choice?: string;
  readonly suit?: string;
  /** Seats that won. */
  readonly winners?: readonly number[];
}

interface Scored {
  readonly sheet: readonly { readonly scores: readonly number[] }[];
}

const GAIN_MS = 7000;

/** What each seat wrote for the deal that is just over; null a while later. */
export class Gains {
  scores: readonly number[] | null = $state.raw(null);
}

function sentence(told: Said, names: readonly string[]): string {
  return t(told.key, {
    name: told.seat === undefined ? "" : (names[told.seat] ?? ""),
    card: told.card === undefined ? "" : cardName(told.card),
    count: told.count ?? told.winners?.length ?? 0,
    names: (told.winners ?? []).map((seat) => names[seat] ?? "").join(", "),
    suit: told.suit ?? "",
    choice: told.choice ?? "",
  });
}

/**
 * Keep the points of a deal in sight for a moment. To be called once while a table is made.
 *
 * @param view the table now
 */
export function gainsOf(view: () => Scored): Gains {
  const gains = new Gains();
  let before = untrack(view);
  let timer: ReturnType<typeof setTimeout> | undefined;
  $effect(() => {
    const after = view();
    if (after.sheet.length === before.sheet.length + 1) {
      gains.scores = after.sheet.at(-1)?.scores ?? null;
      clearTimeout(timer);
      timer = setTimeout(() => (gains.scores = null), GAIN_MS);
    }
    before = after;
  });
  $effect(() => () => clearTimeout(timer));
  return gains;
}

/**
 * Say what happens. To be called once while a table is made; texts of the topic `table`.
 *
 * @param view the table now
 * @param names of its seats
 * @param told what happened between two pictures of it
 * @param begun where it stands when it is first seen
 */
export function tell<V extends Scored>(
  view: () => V,
  names: () => readonly string[],
  told: (before: V, after: V) => readonly Said[],
  begun: (first: V) => readonly Said[] = () => [],
): void {
  let before: V | null = null;
  $effect(() => {
    const after = view();
    if (after === before) return;
    untrack(() => {
      const all = before === null ? begun(after) : told(before, after);
      for (const each of all) announce(sentence(each, names()));
    });
    before = after;
  });
}
