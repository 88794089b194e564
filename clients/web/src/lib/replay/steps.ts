/** Steps of a replay by keys, and the points with which a deal began. Pure. */
import type { GameRecord } from "@kozyr/client";

export type Wanted = "toggle" | "on" | "back" | "start" | "finish" | "next-deal" | "last-deal";

const KEYS: Readonly<Record<string, Wanted>> = {
  " ": "toggle",
  ArrowRight: "on",
  ArrowLeft: "back",
  Home: "start",
  End: "finish",
  PageDown: "next-deal",
  PageUp: "last-deal",
};

/** What has keys of its own: there they are left alone. */
const OWN = "input, select, textarea, dialog, [role='menu'], [role='group'] button";
const PRESSED = "button, a, summary";

/** A step of a deal, as an address names it: `3.12`. */
export interface Moment {
  /** Number of the deal, from 1. */
  readonly deal: number;
  readonly step: number;
}

/** The moment that an address names, or null: it names none. */
export function momentIn(text: string | null): Moment | null {
  const found = /^(\d{1,4})\.(\d{1,4})$/.exec(text ?? "");
  return found === null ? null : { deal: Number(found[1]), step: Number(found[2]) };
}

/** The address of a moment of a record that the server keeps. */
export function linkTo(record: string, { deal, step }: Moment): string {
  return `/replay/${record}?at=${String(deal)}.${String(step)}`;
}

/** What a key asks for, or null: it is none of the replay's. */
export function keyFor(event: KeyboardEvent): Wanted | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(OWN) != null) return null;
  if (event.key === " " && target?.closest(PRESSED) != null) return null;
  return KEYS[event.key] ?? null;
}

/** Points of each seat before deal `n`, from 0; after the last one: those of all deals. */
export function totalsBefore(record: GameRecord, n: number): number[] {
  return record.seats.map((_, seat) =>
    record.deals.slice(0, n).reduce((sum, deal) => sum + (deal.scores[seat] ?? 0), 0),
  );
}
