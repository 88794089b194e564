/** Short messages at the edge of the page, and sentences for those who hear it. */

import { untrack } from "svelte";

export type Tone = "info" | "good" | "warn" | "bad";

export interface Notice {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
}

/** A sentence that was said politely. */
export interface Line {
  readonly id: number;
  readonly text: string;
}

const STAYS_MS = 6000;
const MOST = 4;
/** Sentences said in quick succession that are kept until a screen reader comes to them. */
const MOST_HEARD = 12;

let last = 0;
const shown: Notice[] = $state([]);
const heard: Line[] = $state([]);
const spoken = $state({ polite: "", urgent: "" });

export const notices = {
  get shown(): readonly Notice[] {
    return shown;
  },
  /** The last sentences, oldest first: one said after another does not take its place. */
  get heard(): readonly Line[] {
    return heard;
  },
  /** The very last of them. */
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

/** Say a sentence to a screen reader: the same one again is said again. */
export function announce(text: string, { urgent = false } = {}): void {
  const slot = urgent ? "urgent" : "polite";
  // A no-break space makes a repeated sentence a new one. An effect that says something must not
  // depend on what was said before.
  const before = untrack(() => spoken[slot]);
  spoken[slot] = before === text ? `${text}\u00a0` : text;
  if (urgent) return;
  last += 1;
  untrack(() => {
    heard.push({ id: last, text });
    if (heard.length > MOST_HEARD) heard.shift();
  });
}
