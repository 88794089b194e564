/** What a person does with the cards of a hand: tap, drag, arrow keys, confirmation. */
import { tick, untrack } from "svelte";
import { cardName } from "./names.ts";
import { t } from "$lib/i18n/index.svelte.ts";
import { announce } from "$lib/notices.svelte.ts";
import { settings } from "$lib/settings.svelte.ts";

const DRAG_STARTS_PX = 8;
const DRAG_PLAYS_PX = 70;

export interface HeldBy {
  /** The cards in their order. */
  readonly shown: () => readonly string[];
  /** What may be played now; null: it is not the owner's turn. */
  readonly legal: () => ReadonlySet<string> | null;
  readonly mayDrag: (card: string) => boolean;
  readonly onplay: (card: string) => void;
  /** Why it may not be played is to be said. */
  readonly onrefused: (card: string) => void;
  /** A card was dragged, but not to be played. */
  readonly ondrop?: (card: string, dx: number, dy: number) => void;
  /** Keys of its own come first; whether this one was. */
  readonly onkey?: (event: KeyboardEvent, card: string) => boolean;
}

interface Drag {
  readonly card: string;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

export class Held {
  readonly #by: HeldBy;
  readonly buttons = new Map<string, HTMLButtonElement>();
  focused: string | null = $state(null);
  /** The card that is played by the next tap. */
  lifted: string | null = $state(null);
  #drag: Drag | null = $state.raw(null);
  // The click that ends a drag is none.
  #wasDragged = $state(false);

  // The cards as they lay before, and whether the focus is on one of them.
  #before: readonly string[] = [];
  #hasFocus = false;

  constructor(by: HeldBy) {
    this.#by = by;
  }

  /** To be called in an effect: the focus of a card that is gone goes to the one in its place. */
  follow(): void {
    const shown = this.#by.shown();
    const gone = untrack(() => this.focused);
    const at = gone === null ? -1 : this.#before.indexOf(gone);
    this.#before = shown;
    if (gone === null || at < 0 || shown.includes(gone)) return;
    const next = shown[Math.min(at, shown.length - 1)] ?? null;
    const active = document.activeElement;
    const isHere = active === this.buttons.get(gone) || active === document.body;
    const wasHere = this.#hasFocus && isHere;
    this.focused = next;
    if (!wasHere || next === null) return;
    void tick().then(() => this.buttons.get(next)?.focus({ preventScroll: true }));
  }

  focus(card: string): void {
    this.focused = card;
    this.#hasFocus = true;
  }

  blur(event: FocusEvent): void {
    // A card that is taken away may lose the focus to nothing.
    if (event.relatedTarget !== null) this.#hasFocus = false;
  }

  /** The one card that Tab comes to. */
  get stop(): string | undefined {
    const shown = this.#by.shown();
    return this.focused !== null && shown.includes(this.focused) ? this.focused : shown[0];
  }

  /** How far a card is dragged from its place; null: it lies there. */
  dragOf(card: string): { readonly dx: number; readonly dy: number } | null {
    return this.#wasDragged && this.#drag?.card === card ? this.#drag : null;
  }

  /** To be called in an effect: what was lifted belongs to a turn that is over. Whether it was. */
  settle(): boolean {
    const shown = this.#by.shown();
    const isOver =
      this.#by.legal() === null || (this.lifted !== null && !shown.includes(this.lifted));
    if (isOver) this.lifted = null;
    untrack(() => {
      if (this.#drag === null || shown.includes(this.#drag.card)) return;
      // Played by the clock in the hand that drags it: its button hears the end of that no more.
      this.#drag = null;
      this.#wasDragged = false;
    });
    return isOver;
  }

  click(card: string): void {
    const legal = this.#by.legal();
    if (this.#wasDragged || legal === null) return;
    if (!legal.has(card)) {
      this.#by.onrefused(card);
      return;
    }
    if (settings.confirmPlays && this.lifted !== card) {
      this.lifted = card;
      announce(t("hand-again-to-play", { card: cardName(card) }));
      return;
    }
    this.lifted = null;
    this.#by.onplay(card);
  }

  key(event: KeyboardEvent, card: string): void {
    if (event.key === "Escape") this.lifted = null;
    if (this.#by.onkey?.(event, card) === true) return;
    const shown = this.#by.shown();
    const at = shown.indexOf(card);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    const next = to === undefined ? undefined : shown[(to + shown.length) % shown.length];
    if (next === undefined) return;
    event.preventDefault();
    this.focused = next;
    this.buttons.get(next)?.focus();
  }

  down(event: PointerEvent, card: string): void {
    this.#wasDragged = false;
    if (event.button !== 0 || !this.#by.mayDrag(card)) return;
    // At once: a quick hand is off the card before it has moved far enough.
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#drag = { card, x: event.clientX, y: event.clientY, dx: 0, dy: 0 };
  }

  move(event: PointerEvent): void {
    if (this.#drag === null) return;
    const dx = event.clientX - this.#drag.x;
    const dy = event.clientY - this.#drag.y;
    if (!this.#wasDragged && Math.hypot(dx, dy) < DRAG_STARTS_PX) return;
    this.#wasDragged = true;
    this.#drag = { ...this.#drag, dx, dy };
  }

  up(): void {
    const ended = this.#drag;
    this.#drag = null;
    if (ended === null || !this.#wasDragged) return;
    // The click of this drag comes before; one of the keyboard later is meant.
    setTimeout(() => (this.#wasDragged = false));
    const { card, dx, dy } = ended;
    if (dy >= -DRAG_PLAYS_PX) {
      this.#by.ondrop?.(card, dx, dy);
      return;
    }
    const legal = this.#by.legal();
    if (legal?.has(card) === true) {
      this.lifted = null;
      this.#by.onplay(card);
    } else if (legal !== null) this.#by.onrefused(card);
  }

  /** The finger scrolls, or was taken away: no click follows. */
  cancel(): void {
    this.#drag = null;
    this.#wasDragged = false;
  }
}
