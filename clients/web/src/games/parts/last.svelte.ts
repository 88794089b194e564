/**
 * The trick that is just over. A picture has it no longer than its deal, and the step that ends a
 * deal may begin the next one at once: what was played in it is in its events alone.
 */
import { untrack } from "svelte";
import type { Room } from "@kozyr/client";
import type { Play } from "$lib/cards/plays.ts";

interface Laid {
  readonly seat: number;
  readonly card: string;
}

/** A full trick and the seat that took it. */
export interface Full<P extends Laid = Play> {
  readonly cards: readonly P[];
  readonly taker: number;
}

/** The last trick as it is looked at again. */
export interface Seen extends Full {
  /** It is of the deal before: this one has none yet. */
  readonly isPast: boolean;
}

/** Both as they are told; other events of the games are left alone. */
type Told<P> =
  ({ readonly type: "played" } & P) | { readonly type: "trick_taken"; readonly seat: number };

export class Last<P extends Laid = Play> {
  /** Null: none was seen to be taken. */
  full: Full<P> | null = $state.raw(null);
  #open: readonly P[];

  constructor(open: readonly P[]) {
    this.#open = open;
  }

  take(event: Told<P>): void {
    if (event.type === "played") this.#open = [...this.#open, event];
    if (event.type !== "trick_taken") return;
    this.full = { cards: this.#open, taker: event.seat };
    this.#open = [];
  }

  /** What lies on the table after a step, or in a picture that replaces all. */
  lies(open: readonly P[], isFresh: boolean): void {
    this.#open = open;
    if (isFresh) this.full = null;
  }
}

/**
 * What is shown to whoever asks for the last trick: that of this deal or, as long as it has none,
 * of the one before.
 *
 * @param taker who took `view.last`
 */
export function seenAgain(
  view: { readonly deal: number; readonly last: readonly Play[] },
  taker: number | null,
  full: Full | null,
): Seen | null {
  if (view.last.length > 0) return { cards: view.last, taker: taker ?? -1, isPast: false };
  return full === null || view.deal < 2 ? null : { ...full, isPast: true };
}

/**
 * Keep the last trick. To be called once while a table is made.
 *
 * @param view the table now
 * @param onNews of the table; without it none is kept
 */
export function lastOf<P extends Laid>(
  view: () => { readonly trick: readonly P[] },
  onNews: Room["onNews"] | undefined,
): Last<P> {
  const last = new Last<P>(untrack(view).trick);
  $effect(() =>
    onNews?.((news) => {
      if (news.kind !== "changed" && news.kind !== "fresh") return;
      if (news.kind === "changed") {
        for (const event of news.events) {
          if (event.type === "game") last.take(event.event as Told<P>);
        }
      }
      const table = news.view.table as { readonly trick?: readonly P[] } | null;
      last.lies(table?.trick ?? [], news.kind === "fresh");
    }),
  );
  return last;
}
