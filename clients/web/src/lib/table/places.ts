/** Where seats are around a table, by hand for each number of seats. Pure. */

export interface Place {
  /** Middle of the seat, in per cent of the felt's width. */
  readonly x: number;
  /**
   * How far down: 0 is the highest place of a plate, 1 the lowest one that leaves room for the own
   * plate below; null: the own one, at the lower edge.
   */
  readonly down: number | null;
  /** Direction from the middle of the table to the seat, each from -1 to 1. */
  readonly dx: number;
  readonly dy: number;
}

/** `low`: as wide as it comes, and not high: a phone on its side. */
export type Shape = "narrow" | "wide" | "low";

type Point = readonly [x: number, down: number];

/** Seats clockwise from the left hand of the one at the bottom, by how many they are. */
const WIDE: readonly (readonly Point[])[] = [
  [],
  [[50, 0]],
  [
    [15, 0.2],
    [85, 0.2],
  ],
  [
    [10, 0.54],
    [50, 0],
    [90, 0.54],
  ],
  [
    [10, 0.7],
    [27, 0],
    [73, 0],
    [90, 0.7],
  ],
  [
    [10, 0.82],
    [16, 0.08],
    [50, 0],
    [84, 0.08],
    [90, 0.82],
  ],
  [
    [10, 0.95],
    [12, 0.32],
    [36, 0],
    [64, 0],
    [88, 0.32],
    [90, 0.95],
  ],
  [
    [10, 1],
    [11, 0.46],
    [24, 0],
    [50, 0],
    [76, 0],
    [89, 0.46],
    [90, 1],
  ],
];
const NARROW: readonly (readonly Point[])[] = [
  [],
  [[50, 0]],
  [
    [19, 0.02],
    [81, 0.02],
  ],
  [
    [14, 0.5],
    [50, 0],
    [86, 0.5],
  ],
  [
    [14, 0.7],
    [27, 0],
    [73, 0],
    [86, 0.7],
  ],
  [
    [14, 0.78],
    [16, 0.05],
    [50, 0],
    [84, 0.05],
    [86, 0.78],
  ],
  [
    [14, 1],
    [14, 0.48],
    [31, 0],
    [69, 0],
    [86, 0.48],
    [86, 1],
  ],
  [
    [14, 1],
    [14, 0.5],
    [16, 0],
    [50, 0],
    [84, 0],
    [86, 0.5],
    [86, 1],
  ],
];

/** The height of a place in per cent of a felt of usual height, for directions alone. */
function percent(down: number | null): number {
  return down === null ? 90 : 11 + down * 58;
}

/**
 * The places of all seats, by their numbers.
 *
 * @param count of seats, 1 to 8
 * @param bottom the seat that is nearest to whoever looks
 */
export function placesOf(count: number, bottom: number, shape: Shape): Place[] {
  const others = (shape === "narrow" ? NARROW : WIDE)[count - 1] ?? [];
  return Array.from({ length: count }, (_, seat) => {
    const after = (seat - bottom + count) % count;
    const point = after === 0 ? undefined : others[after - 1];
    const [x, down] = point ?? [50, null];
    const across = (x - 50) / 50;
    const below = (percent(down) - 50) / 50;
    const far = Math.max(Math.hypot(across, below), 0.01);
    return { x, down, dx: across / far, dy: below / far };
  });
}
