/** How long the client waits for things, and how long until it tries again. */

/** The client's bounds; all times in milliseconds. */
export interface Patience {
  /** For opening a line and for the `welcome` on it, each. */
  readonly helloMs: number;
  /** For the answer to a command on one line; then the line is thought broken. */
  readonly answerMs: number;
  /** For a command altogether, through refusals that may pass and through lost lines. */
  readonly commandMs: number;
  /** Before a command that was refused for a while is sent again: half of this to this. */
  readonly retryFirstMs: number;
  /** Each further wait is twice as long, up to this. */
  readonly retryMostMs: number;
  /** Before the first new line after a cut: half of this to this. */
  readonly backFirstMs: number;
  /** Each further wait is twice as long, up to this. */
  readonly backMostMs: number;
  /** A line that lived so long after `welcome` makes the waits short again. */
  readonly stableMs: number;
  /** For coming back, from the cut (or the time that the server named) to `welcome`. */
  readonly giveUpMs: number;
}

/** What is used where nothing else is said: a client that never gives up. */
export const PATIENCE: Patience = {
  helloMs: 10_000,
  answerMs: 15_000,
  commandMs: 90_000,
  retryFirstMs: 100,
  retryMostMs: 5_000,
  backFirstMs: 500,
  backMostMs: 15_000,
  stableMs: 5_000,
  giveUpMs: Infinity,
};

/** A number from 0 to below 1, from anywhere. */
export type Random = () => number;

/** When to make a new line after a cut: twice as long each time, with chance in it, bounded. */
export class Backoff {
  readonly #patience: Patience;
  readonly #random: Random;
  #tries = 0;
  #awaySince: number | null = null;
  #welcomedAt: number | null = null;

  constructor(patience: Patience, random: Random) {
    this.#patience = patience;
    this.#random = random;
  }

  /** A line is up and greeted. */
  welcomed(now: number): void {
    this.#welcomedAt = now;
    this.#awaySince = null;
  }

  /**
   * How long to wait before the next try, in ms; null: give up.
   *
   * @param now when the line was lost, or a try failed.
   * @param toldMs the delay that the server named before it closed.
   */
  delay(now: number, toldMs: number | null): number | null {
    if (this.#welcomedAt !== null) {
      if (now - this.#welcomedAt >= this.#patience.stableMs) this.#tries = 0;
      this.#welcomedAt = null;
    }
    const told = Math.max(0, toldMs ?? 0);
    if (this.#awaySince === null || told > 0) this.#awaySince = now + told;
    const left = this.#awaySince + this.#patience.giveUpMs - now;
    if (left <= 0) return null;
    const { backFirstMs, backMostMs } = this.#patience;
    const step = Math.min(backMostMs, backFirstMs * 2 ** Math.min(this.#tries, 30));
    this.#tries += 1;
    return Math.min(told + step * (0.5 + this.#random() / 2), left);
  }
}

/**
 * How long to wait before a command that was refused for a while is sent again, in ms.
 *
 * @param tries how often it was sent, from 1.
 * @param retryMs what the server said; anything but a usable number is ignored.
 */
export function retryDelay(
  patience: Patience,
  random: Random,
  tries: number,
  retryMs: unknown,
): number {
  if (typeof retryMs === "number" && retryMs > 0 && retryMs <= patience.commandMs) {
    return retryMs * (1 + random() / 4);
  }
  const doubled = patience.retryFirstMs * 2 ** Math.min(Math.max(tries - 1, 0), 30);
  return Math.min(doubled, patience.retryMostMs) * (0.5 + random() / 2);
}
