import { describe, expect, it } from "vitest";
import { lookOf } from "./avatar.ts";
import { clockText, countdown } from "./countdown.ts";
import { placesOf, type Shape } from "./places.ts";
import { checked, signed } from "./sheet.ts";

describe.each(["narrow", "wide", "low"] as Shape[])("places of a %s table", (shape) => {
  it.each([2, 3, 4, 5, 6, 7, 8])("seat %i players clockwise, the bottom seat below", (count) => {
    const places = placesOf(count, 2 % count, shape);
    expect(places).toHaveLength(count);
    expect(places.findIndex((place) => place.down === null)).toBe(2 % count);
    // Clockwise as seen: from below to the left, up, and down on the right.
    const angle = (n: number): number => {
      const place = places[(2 + n) % count];
      return (Math.atan2(place?.dx ?? 0, place?.dy ?? 0) * -180) / Math.PI;
    };
    const angles = Array.from({ length: count }, (_, n) => (angle(n) + 360) % 360);
    expect(angles).toEqual(angles.toSorted((a, b) => a - b));
  });
});

describe("a countdown", () => {
  const clock = { ends_at_ms: 90_000, turn_ms: 30_000, bank_ms: 60_000 };
  it("counts the plain time first", () => {
    const at = countdown(clock, 15_000);
    expect(at).toEqual({ part: 0.5, seconds: 15, isBank: false, isLate: false });
  });
  it("is late in the last ten seconds", () => {
    expect(countdown(clock, 21_000).isLate).toBe(true);
  });
  it("then counts the bank", () => {
    expect(countdown(clock, 60_000)).toEqual({
      part: 0.5,
      seconds: 30,
      isBank: true,
      isLate: true,
    });
    expect(countdown(clock, 99_000)).toEqual({ part: 0, seconds: 0, isBank: true, isLate: true });
  });
  it("is written as on a clock", () => {
    expect([clockText(65), clockText(9), clockText(10)]).toEqual(["1:05", "9", "0:10"]);
  });
});

describe("a score sheet", () => {
  const row = { key: "1", label: "1", scores: [-4, null, -12], totals: [0, 0, 0] };
  it("adds a row up and compares it", () => {
    expect(checked({ ...row, check: -16 })).toBe("right");
    expect(checked({ ...row, check: 24 })).toBe("wrong");
    expect(checked({ ...row, check: null })).toBe("none");
  });
  it("writes signs as they are printed", () => {
    expect([signed(-3), signed(0), signed(12)]).toEqual(["−3", "0", "+12"]);
  });
});

it("gives a person the same look each time, and takes letters of any alphabet", () => {
  expect(lookOf("pk7qm2", "анна")).toEqual(lookOf("pk7qm2", "анна"));
  expect(lookOf("pk7qm2", "анна").letter).toBe("А");
  expect(lookOf("", " ").letter).toBe("?");
});
