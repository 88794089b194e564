/** What the owner of a hand may do now, as a person chooses: by card, by pile, by meld. */
import type { ginRummy } from "@kozyr/client";
import { t } from "$lib/i18n/index.svelte.ts";
import { announce } from "$lib/notices.svelte.ts";
import { choicesOf } from "./knocks.ts";

type Action = ginRummy.Action;
export type Source = "stock" | "discard";

export interface ChosenBy {
  /** All that is allowed now. */
  readonly legal: () => readonly Action[];
  readonly hand: () => readonly string[];
  readonly act: (action: Action) => void;
}

export class Choices {
  readonly #by: ChosenBy;
  #placing: string | null = $state(null);
  #isAsking = $state(false);

  readonly #legal = $derived.by(() => this.#by.legal());
  readonly sources = $derived(
    new Set<Source>(this.#legal.flatMap((each) => (each.type === "draw" ? [each.source] : []))),
  );
  readonly discards = $derived(
    new Set(this.#legal.flatMap((each) => (each.type === "discard" ? [each.card] : []))),
  );
  readonly layOffs = $derived(this.#legal.filter((each) => each.type === "lay_off"));
  readonly knocks = $derived.by(() =>
    choicesOf(
      this.#legal.filter((each) => each.type === "knock"),
      this.#by.hand(),
    ),
  );
  readonly mayPass = $derived(this.#legal.some((each) => each.type === "pass"));
  readonly mayFinish = $derived(this.#legal.some((each) => each.type === "done"));
  /** Cards of the hand that may be played; null: none is played now. */
  readonly playable = $derived.by(() => {
    if (this.layOffs.length > 0) return new Set(this.layOffs.map((each) => each.card));
    return this.discards.size > 0 ? this.discards : null;
  });
  /** Melds on which the chosen card may be laid. */
  readonly targets = $derived(
    new Set(this.layOffs.filter((each) => each.card === this.#placing).map((each) => each.meld)),
  );
  /** The card to be laid off, where it fits on more than one meld. */
  readonly placing = $derived(this.targets.size > 0 ? this.#placing : null);

  constructor(by: ChosenBy) {
    this.#by = by;
  }

  act(action: Action): void {
    this.#by.act(action);
  }

  /** Whether it is asked how to knock. */
  get isKnocking(): boolean {
    return this.#isAsking && this.knocks.length > 0;
  }

  set isKnocking(is: boolean) {
    this.#isAsking = is;
  }

  knock(): void {
    const [choice, ...others] = this.knocks;
    const [way, ...more] = choice?.ways ?? [];
    // Gin that can be shown in one way alone needs no question.
    if (way?.deadwood === 0 && others.length === 0 && more.length === 0) this.act(way.action);
    else this.isKnocking = true;
  }

  draw(source: Source): void {
    this.act({ type: "draw", source });
  }

  /** Discard a card, or lay it off: where it fits on several melds, one of them is asked for. */
  play(card: string): void {
    if (this.layOffs.length === 0) {
      this.act({ type: "discard", card });
      return;
    }
    const [only, ...others] = this.layOffs.filter((each) => each.card === card);
    if (only !== undefined && others.length === 0) {
      this.act(only);
      return;
    }
    this.#placing = card;
    announce(t("gin-lay-where"));
  }

  layOn(meld: number): void {
    const own = this.layOffs.find((each) => each.card === this.#placing && each.meld === meld);
    if (own !== undefined) this.act(own);
  }
}
