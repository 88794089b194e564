import { describe, expect, it } from "vitest";
import { fan } from "./fan.ts";

const WIDTHS = [320, 344, 480, 720, 1100];

describe.each(WIDTHS)("a hand in %i pixels", (width) => {
  it.each([1, 5, 8, 13, 17, 20])("has room for %i cards", (count) => {
    const { spots, cardWidth, cardHeight, height } = fan([count], width);
    expect(spots).toHaveLength(count);
    for (const spot of spots) {
      expect(spot.x).toBeGreaterThanOrEqual(-0.01);
      expect(spot.x + cardWidth).toBeLessThanOrEqual(width + 0.01);
      expect(spot.y + cardHeight).toBeLessThanOrEqual(height + 0.01);
    }
  });

  it.each([13, 17, 20])("shows enough of each of %i cards for a finger", (count) => {
    const { spots } = fan([count], width);
    const steps = spots.slice(1).map((spot, n) => spot.x - (spots[n]?.x ?? 0));
    // The first card of a second row is further to the left.
    expect(Math.min(...steps.filter((step) => step > 0))).toBeGreaterThan(21.9);
  });
});

it("leaves a gap between groups", () => {
  const { spots } = fan([2, 2], 1000);
  const [a, b, c] = spots.map((spot) => spot.x);
  expect((c ?? 0) - (b ?? 0)).toBeGreaterThan((b ?? 0) - (a ?? 0));
});

it("lays few cards side by side in the middle", () => {
  const { spots, cardWidth } = fan([2], 1000);
  const middle = ((spots[0]?.x ?? 0) + (spots[1]?.x ?? 0) + cardWidth) / 2;
  expect(middle).toBeCloseTo(500);
});
