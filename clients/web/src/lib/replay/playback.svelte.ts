/** Where a replay is, and how it goes on: deals, steps, speed. */
import { untrack } from "svelte";
import type { GameRecord, RecordDeal } from "@kozyr/client";
import { framesOf, type Frame } from "./frames.ts";
import { toldOf } from "./told.ts";
import type { Moment, Wanted } from "./steps.ts";
import { announce } from "$lib/notices.svelte.ts";

const STEP_MS = 1400;

export class Playback {
  readonly #record: () => GameRecord;
  /** Place of the deal in the record, from 0. */
  chosen = $state(0);
  step = $state(0);
  speed = $state(1);
  isPlaying = $state(false);

  readonly deal = $derived.by(() => {
    const { deals } = this.#record();
    return (deals[this.chosen] ?? deals[0]) as RecordDeal;
  });
  readonly frames = $derived.by(() => framesOf(this.#record(), this.deal));
  readonly last = $derived(this.frames.length - 1);
  readonly frame = $derived(this.frames[Math.min(this.step, this.last)] as Frame);
  readonly told = $derived.by(() =>
    toldOf(
      this.frame,
      this.#record().seats.map((seat) => seat.name),
    ),
  );

  /**
   * To be made while a component is.
   *
   * @param record with at least one deal
   * @param at where to begin; null: at the beginning
   */
  constructor(record: () => GameRecord, at: () => Moment | null) {
    this.#record = record;
    $effect(() => {
      const { deals } = record();
      const begin = at();
      untrack(() => {
        const found = deals.findIndex((each) => each.number === begin?.deal);
        this.toDeal(found, found < 0 ? 0 : begin?.step);
        this.isPlaying = false;
      });
    });
    $effect(() => {
      if (!this.isPlaying) return;
      void this.step;
      void this.chosen;
      const timer = setTimeout(() => this.#onward(), STEP_MS / this.speed);
      return () => clearTimeout(timer);
    });
  }

  #onward(): void {
    if (this.step < this.last) this.step += 1;
    else if (this.chosen < this.#record().deals.length - 1) this.toDeal(this.chosen + 1);
    else this.isPlaying = false;
  }

  toDeal(n: number, step = 0): void {
    this.chosen = Math.max(0, Math.min(n, this.#record().deals.length - 1));
    this.step = Math.max(0, Math.min(step, this.last));
  }

  /** A step by hand ends the play. */
  go(to: number): void {
    this.isPlaying = false;
    this.step = Math.max(0, Math.min(to, this.last));
  }

  /** The same, told to those who hear it. */
  tell(to: number): void {
    this.go(to);
    announce(this.told);
  }

  toggle(): void {
    const isOver = this.step >= this.last && this.chosen >= this.#record().deals.length - 1;
    if (!this.isPlaying && isOver) this.toDeal(0);
    this.isPlaying = !this.isPlaying;
  }

  do(wanted: Wanted): void {
    switch (wanted) {
      case "toggle":
        return this.toggle();
      case "on":
        return this.tell(this.step + 1);
      case "back":
        return this.tell(this.step - 1);
      case "start":
        return this.tell(0);
      case "finish":
        return this.tell(this.last);
      case "next-deal":
        return this.toDeal(this.chosen + 1);
      case "last-deal":
        return this.toDeal(this.chosen - 1);
    }
  }
}
