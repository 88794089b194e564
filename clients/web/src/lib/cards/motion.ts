/** How cards move: one pair of transitions, so that a card that leaves the hand lands on the table. */
import { cubicOut } from "svelte/easing";
import { crossfade, type TransitionConfig } from "svelte/transition";
import { moving } from "$lib/settings.svelte.ts";

export const PLAY_MS = 320;
export const SWEEP_MS = 380;
/** How long a full trick lies before it is taken. */
export const REST_MS = 1400;
/** How long it does when somebody else leads at once. */
export const SEEN_MS = 800;

/** So many times longer the trick lies that ends a deal: it is all that is seen of the end. */
export const DEAL_OVER = 1.75;

export interface Way {
  readonly key: string;
  /** From where it comes or to where it goes when there is no partner, in pixels. */
  readonly x: number;
  readonly y: number;
}

function along(node: Element, way: Way, duration_ms: number): TransitionConfig {
  const { transform, opacity } = getComputedStyle(node);
  const base = transform === "none" ? "" : transform;
  return {
    duration: moving(duration_ms),
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${u * way.x}px, ${u * way.y}px) ${base};` +
      `opacity: ${Math.min(1, t * 1.6) * Number(opacity)}`,
  };
}

const [send, receive] = crossfade({
  duration: () => moving(PLAY_MS),
  easing: cubicOut,
  fallback: (node, params) => along(node, params as Way, PLAY_MS),
});

/** Between a card and one that has no size, in a part that is hidden, there is no way. */
function somewhere(begin: () => TransitionConfig): () => TransitionConfig {
  return () => {
    const { css, ...rest } = begin();
    if (css === undefined || /NaN|Infinity/.test(css(0.5, 0.5))) return { ...rest, duration: 0 };
    return { ...rest, css };
  };
}

/** `in:` of a card that lands: from the hand that let it go, else from the way given. */
export function land(node: Element, way: Way): () => TransitionConfig {
  return somewhere(receive(node, way));
}

/** `out:` of a card that leaves a hand: to where it lands. */
export function leave(node: Element, way: Way): () => TransitionConfig {
  return somewhere(send(node, way));
}

/** `out:` of the cards of a trick: to whoever took it. */
export function sweep(node: Element, way: Way): TransitionConfig {
  return along(node, way, SWEEP_MS);
}
