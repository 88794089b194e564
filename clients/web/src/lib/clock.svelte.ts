/** The time of the page, for countdowns: one timer for all of them, and none when there are none. */
import { createSubscriber } from "svelte/reactivity";

const STEP_MS = 250;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, STEP_MS);
  return () => clearInterval(timer);
});

/** Milliseconds of the page's own clock; in markup it moves by itself. */
export function ticking(): number {
  subscribe();
  return performance.now();
}
