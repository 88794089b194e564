/** Speeds of a table by name, and the clock of each. */
export const SPEEDS = ["quick", "normal", "slow", "own"] as const;
export type Speed = (typeof SPEEDS)[number];

/** Times in seconds, as people think of them. */
export interface Clock {
  /** For each plain decision. */
  readonly turn_s: number;
  /** Extra time of each seat for a whole game. */
  readonly bank_s: number;
}

export const CLOCKS: Readonly<Record<Exclude<Speed, "own">, Clock>> = {
  quick: { turn_s: 12, bank_s: 30 },
  normal: { turn_s: 30, bank_s: 60 },
  slow: { turn_s: 120, bank_s: 600 },
};

/** The clock as `create` takes it: turns of 0.2 s to an hour, a bank of up to an hour. */
export function wireClock({ turn_s, bank_s }: Clock): { turn_ms: number; bank_ms: number } {
  return { turn_ms: Math.round(turn_s * 1000), bank_ms: Math.round(bank_s * 1000) };
}
