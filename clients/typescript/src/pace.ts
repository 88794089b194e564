/** Keeping to the server's limits: who goes on being refused is closed for good. */

// Of a token: sums of fractions may miss the whole by a little.
const ALMOST_ONE = 1 - 1e-6;

/** A bucket of tokens as the server has one for each player; a command takes a token. */
export class Pace {
  #perMs = 0;
  #burst = 0;
  #tokens = 0;
  #at = 0;

  /** Take the server's limits; a new line fills nothing that an earlier one has used up. */
  greeted(limits: { commands_per_s: number; commands_burst: number }, now: number): void {
    const isFirst = this.#perMs === 0;
    this.#refill(now);
    this.#perMs = limits.commands_per_s / 1000;
    this.#burst = limits.commands_burst;
    this.#tokens = isFirst ? this.#most : Math.min(this.#tokens, this.#most);
  }

  /** How long until a command may be sent, in ms; 0: now. */
  wait(now: number): number {
    if (this.#perMs === 0) return 0;
    this.#refill(now);
    return this.#tokens >= ALMOST_ONE ? 0 : (1 - this.#tokens) / this.#perMs;
  }

  /** A frame was sent, whether or not it had to wait for its turn. */
  sent(now: number): void {
    this.#refill(now);
    this.#tokens = Math.max(this.#tokens - 1, -this.#burst);
  }

  // Frames that are sent one after the other may arrive together: one is kept back.
  get #most(): number {
    return Math.max(1, this.#burst - 1);
  }

  #refill(now: number): void {
    this.#tokens = Math.min(this.#most, this.#tokens + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
