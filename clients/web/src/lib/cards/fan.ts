/** Where the cards of a hand lie; pure, in pixels. */

export interface Spot {
  readonly x: number;
  readonly y: number;
  /** Degrees, clockwise. */
  readonly turn: number;
}

export interface Fan {
  readonly spots: readonly Spot[];
  readonly width: number;
  readonly height: number;
  readonly cardWidth: number;
  readonly cardHeight: number;
}

export const CARD_RATIO = 1.4;
/** What of a card is at least seen, as a part of its width: its index. */
const LEAST_SEEN = 0.34;
const MOST_SEEN = 0.8;
/** Below this a finger meets the neighbour. */
const LEAST_STEP = 22;
/** A card as wide as this is too small to be read. */
const LEAST_CARD = 54;
const MOST_CARD = 104;
const GROUP_GAP = 0.35;
/** Room above a hand for the card that is lifted, as a part of a card's height. */
export const LIFT = 0.16;

/** What of a window's height a card takes at most: felt and buttons need theirs. */
const MOST_HIGH = 0.19;

export function cardWidthFor(width: number, window_px = Infinity): number {
  const most = Math.min(MOST_CARD, (window_px * MOST_HIGH) / CARD_RATIO);
  return Math.round(Math.max(LEAST_CARD, Math.min(most, 40 + width * 0.062)));
}

function row(
  counts: readonly number[],
  width: number,
  card: number,
): { xs: number[]; step: number } {
  const count = counts.reduce((sum, each) => sum + each, 0);
  const gaps = Math.max(0, counts.filter((each) => each > 0).length - 1);
  const steps = Math.max(1, count - 1) + gaps * GROUP_GAP;
  const step = Math.min(card * MOST_SEEN, (width - card) / steps);
  const xs: number[] = [];
  let x = 0;
  for (const each of counts) {
    for (let n = 0; n < each; n += 1) {
      xs.push(x);
      x += step;
    }
    if (each > 0) x += step * GROUP_GAP;
  }
  const used = (xs.at(-1) ?? 0) + card;
  const left = (width - used) / 2;
  return { xs: xs.map((each) => each + left), step };
}

/** A row cut in two halves, groups kept whole where they can be. */
function halves(counts: readonly number[]): [number[], number[]] {
  const count = counts.reduce((sum, each) => sum + each, 0);
  let left = Math.ceil(count / 2);
  const first: number[] = [];
  const second: number[] = [];
  for (const each of counts) {
    const here = Math.min(each, left);
    left -= here;
    if (here > 0) first.push(here);
    if (each - here > 0) second.push(each - here);
  }
  return [first, second];
}

/**
 * Lay out a hand.
 *
 * @param counts number of cards of each group, left to right; groups have a gap between them
 * @param width of the place for the hand
 * @param window_px height of the window
 */
export function fan(counts: readonly number[], width: number, window_px = Infinity): Fan {
  const card = cardWidthFor(width, window_px);
  const high = Math.round(card * CARD_RATIO);
  const rise = Math.round(high * LIFT);
  const count = counts.reduce((sum, each) => sum + each, 0);
  const one = row(counts, width, card);
  const isTight = count > 1 && one.step < Math.max(LEAST_STEP, card * LEAST_SEEN);
  if (isTight) {
    const rows = halves(counts).map((each) => row(each, width, card));
    const down = Math.round(high * 0.56);
    const spots = rows.flatMap(({ xs }, n) => xs.map((x) => ({ x, y: rise + n * down, turn: 0 })));
    return { spots, width, height: rise + down + high, cardWidth: card, cardHeight: high };
  }
  const middle = width / 2;
  const half = Math.max(1, (width - card) / 2);
  // A flat arc: the further out, the lower and the more turned; a full row more than a few cards.
  const bend = Math.min(1, count / 9) * Math.min(1, width / 720);
  const spots = one.xs.map((x) => {
    const out = (x + card / 2 - middle) / half;
    return { x, y: rise + out * out * 14 * bend, turn: out * 4 * bend };
  });
  return { spots, width, height: rise + high + 18 * bend, cardWidth: card, cardHeight: high };
}
