/** Why a card may not be played: seen above it for a while, and heard. */
import { announce } from "$lib/notices.svelte.ts";

const REASON_MS = 3200;

export class Refusal {
  /** What is said now, and of which card. */
  now: { readonly card: string; readonly text: string } | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(card: string, text: string): void {
    this.now = { card, text };
    announce(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.now = null), REASON_MS);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.now = null;
  }
}
