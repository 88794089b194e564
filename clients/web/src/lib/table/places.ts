/** Where seats are around a table: in parts of its felt, by hand for each number of seats. Pure. */

export interface Place {
  /** Middle of the seat, in per cent of the felt. */
  readonly x: number;
  readonly y: number;
  /** Direction from the middle of the table to the seat, each from -1 to 1. */
  readonly dx: number;
  readonly dy: number;
}

export type Shape = "narrow" | "wide";

type Point = readonly [x: number, y: number];

/** Seats clockwise from the left hand of the one at the bottom, by how many they are. */
const WIDE: readonly (readonly Point[])[] = [
  [],
  [[50, 10]],
  [
    [15, 26],
    [85, 26],
  ],
  [
    [10, 46],
    [50, 10],
    [90, 46],
  ],
  [
    [10, 54],
    [27, 14],
    [73, 14],
    [90, 54],
  ],
  [
    [10, 60],
    [16, 19],
    [50, 10],
    [84, 19],
    [90, 60],
  ],
  [
    [10, 64],
    [12, 29],
    [36, 10],
    [64, 10],
    [88, 29],
    [90, 64],
  ],
  [
    [10, 66],
    [11, 35],
    [24, 10],
    [50, 10],
    [76, 10],
    [89, 35],
    [90, 66],
  ],
];
const NARROW: readonly (readonly Point[])[] = [
  [],
  [[50, 13]],
  [
    [19, 15],
    [81, 15],
  ],
  [
    [14, 42],
    [50, 12],
    [86, 42],
  ],
  [
    [14, 50],
    [27, 12],
    [73, 12],
    [86, 50],
  ],
  [
    [14, 55],
    [16, 14],
    [50, 11],
    [84, 14],
    [86, 55],
  ],
  [
    [14, 65],
    [14, 39],
    [31, 11],
    [69, 11],
    [86, 39],
    [86, 65],
  ],
  [
    [14, 65],
    [14, 39],
    [16, 11],
    [50, 11],
    [84, 11],
    [86, 39],
    [86, 65],
  ],
];
const OWN: Record<Shape, Point> = { wide: [50, 88], narrow: [50, 91] };

/**
 * The places of all seats, by their numbers.
 *
 * @param count of seats, 1 to 8
 * @param bottom the seat that is nearest to whoever looks
 */
export function placesOf(count: number, bottom: number, shape: Shape): Place[] {
  const others = (shape === "wide" ? WIDE : NARROW)[count - 1] ?? [];
  return Array.from({ length: count }, (_, seat) => {
    const after = (seat - bottom + count) % count;
    const [x, y] = (after === 0 ? undefined : others[after - 1]) ?? OWN[shape];
    const across = (x - 50) / 50;
    const down = (y - 50) / 50;
    const far = Math.max(Math.hypot(across, down), 0.01);
    return { x, y, dx: across / far, dy: down / far };
  });
}
