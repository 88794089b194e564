/** What a clock shows; pure. */

export interface TurnClock {
  /** On the page's own clock (`performance.now()`), the bank included. */
  readonly ends_at_ms: number;
  /** Plain time of this decision. */
  readonly turn_ms: number;
  /** What was left of the bank when the turn began. */
  readonly bank_ms: number;
}

export interface Countdown {
  /** What is left of the plain time, 1 to 0; when it is used up, of the bank. */
  readonly part: number;
  readonly seconds: number;
  readonly isBank: boolean;
  /** So little is left that it is said in numbers. */
  readonly isLate: boolean;
}

export const LATE_MS = 10_000;

export function countdown(clock: TurnClock, now_ms: number): Countdown {
  const left = Math.max(0, clock.ends_at_ms - now_ms);
  const plain = left - clock.bank_ms;
  const isBank = plain <= 0;
  const part = isBank ? left / Math.max(1, clock.bank_ms) : plain / Math.max(1, clock.turn_ms);
  const shown = isBank ? left : plain;
  return {
    part: Math.min(1, Math.max(0, part)),
    seconds: Math.ceil(shown / 1000),
    isBank,
    isLate: isBank || plain < LATE_MS,
  };
}

/** `1:05`, or `9` below ten seconds. */
export function clockText(seconds: number): string {
  if (seconds < 10) return String(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
