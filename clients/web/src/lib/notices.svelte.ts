/** Short messages at the edge of the page, and sentences for those who hear it. */

import { untrack } from "svelte";

export type Tone = "info" | "good" | "warn" | "bad";

export interface Notice {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
}

/** What was said politely at one moment: a sentence, or several in their order. */
export interface Line {
  readonly id: number;
  readonly text: string;
}

const STAYS_MS = 6000;
const MOST = 4;
/** Lines that are kept: to be read again, and until a screen reader comes to them. */
const MOST_HEARD = 12;
/**
 * Sentences of one moment are one line: of several that come at once screen readers lose some, and
 * Chromium tells them in no certain order.
 */
const MERGE_MS = 200;
/** The mark in the names of bots of the house; a voice reads it as the suit of a card. */
const BOT_MARK = /\s♣(?=[\s:;,.!?]|$)/gu;

let last = 0;
const shown: Notice[] = $state([]);
const heard: Line[] = $state([]);
const spoken = $state({ polite: "", urgent: "" });
let waiting: string[] = [];

export const notices = {
  get shown(): readonly Notice[] {
    return shown;
  },
  /** The last lines, oldest first: one said after another does not take its place. */
  get heard(): readonly Line[] {
    return heard;
  },
  /** The very last sentence. */
  get polite(): string {
    return spoken.polite;
  },
  get urgent(): string {
    return spoken.urgent;
  },
};

/** Show a message for a while; the newest few are seen. */
export function notify(text: string, tone: Tone = "info", stays_ms: number = STAYS_MS): number {
  last += 1;
  const id = last;
  untrack(() => {
    const again = shown.findIndex((each) => each.text === text);
    if (again >= 0) shown.splice(again, 1);
    shown.push({ id, tone, text });
    if (shown.length > MOST) shown.shift();
  });
  if (stays_ms > 0) setTimeout(() => dismiss(id), stays_ms);
  return id;
}

export function dismiss(id: number): void {
  const found = shown.findIndex((each) => each.id === id);
  if (found >= 0) shown.splice(found, 1);
}

/** Forget all messages: they were written in a language that the page speaks no more. */
export function dismissAll(): void {
  shown.length = 0;
}

/** A text as it is spoken: without the mark in the names of bots. */
export function spokenText(text: string): string {
  return text.replaceAll(BOT_MARK, "");
}

function sentence(text: string): string {
  return /[.!?…:]$/u.test(text) ? text : `${text}.`;
}

function hear(): void {
  const [only = "", ...more] = waiting;
  const text = more.length === 0 ? only : waiting.map(sentence).join(" ");
  waiting = [];
  last += 1;
  heard.push({ id: last, text });
  if (heard.length > MOST_HEARD) heard.shift();
}

/** Say a sentence to a screen reader: the same one again is said again. */
export function announce(said: string, { urgent = false } = {}): void {
  const text = spokenText(said);
  const slot = urgent ? "urgent" : "polite";
  // A no-break space makes a repeated sentence a new one. An effect that says something must not
  // depend on what was said before.
  const before = untrack(() => spoken[slot]);
  spoken[slot] = before === text ? `${text}\u00a0` : text;
  if (urgent) return;
  if (waiting.length === 0) setTimeout(hear, MERGE_MS);
  waiting.push(text);
}
