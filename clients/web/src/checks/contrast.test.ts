/** WCAG AA: text on its surface has 4.5:1, signs and edges that say something 3:1, in both themes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "..", "tokens.css"), "utf8");

function tokens(...selectors: string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, selector = "", body = ""] of css.matchAll(/^(:root[^{]*?) \{([^}]*)\}/gm)) {
    if (!selectors.includes(selector)) continue;
    for (const [, name = "", value = ""] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
      found.set(name, value.trim());
    }
  }
  return found;
}

type Rgb = readonly [number, number, number];

function colour(name: string, of: ReadonlyMap<string, string>, behind?: Rgb): Rgb {
  const value = of.get(name) ?? "";
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (other !== undefined) return colour(other, of, behind);
  const hex = /^#(..)(..)(..)$/.exec(value);
  if (hex !== null) return hex.slice(1).map((each) => parseInt(each, 16)) as unknown as Rgb;
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value);
  if (rgb === null || behind === undefined) throw new Error(`${name}: ${value}`);
  const part = Number(rgb[4]) / 100;
  return behind.map((under, n) => Number(rgb[n + 1]) * part + under * (1 - part)) as unknown as Rgb;
}

function light(rgb: Rgb): number {
  const [r, g, b] = rgb.map((each) => {
    const value = each / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const TEXTS: readonly (readonly [text: string, surface: string])[] = [
  ...["paper", "surface", "surface-2"].flatMap((on) => [
    ["ink", on] as const,
    ["ink-2", on] as const,
  ]),
  ...["paper", "surface"].flatMap((on) =>
    ["accent", "brass", "danger", "mark-H", "mark-D", "mark-C", "mark-S"].map(
      (text) => [text, on] as const,
    ),
  ),
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["accent", "accent-soft"],
  ["brass", "brass-soft"],
  ["danger", "danger-soft"],
  ["ink", "brass-soft"],
  ["ink", "danger-soft"],
  ...["ink-H", "ink-D", "ink-C", "ink-S"].map((text) => [text, "card-paper"] as const),
  ["on-felt", "felt"],
  ["on-felt", "felt-deep"],
];
const SIGNS: readonly (readonly [sign: string, surface: string])[] = [
  ["line-strong", "surface"],
  ["focus", "paper"],
  ["focus", "surface"],
  ["good", "surface"],
];

describe.each([
  ["light", tokens(":root")],
  ["dark", tokens(":root", ':root[data-theme="dark"]')],
])("%s colours", (_, theme) => {
  it.each(TEXTS)("%s can be read on %s", (text, surface) => {
    expect(contrast(colour(text, theme), colour(surface, theme))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(SIGNS)("%s can be seen on %s", (sign, surface) => {
    expect(contrast(colour(sign, theme), colour(surface, theme))).toBeGreaterThanOrEqual(3);
  });
  it.each(["on-felt", "on-felt-2", "turn", "turn-late"])("%s can be read on a plate", (text) => {
    const plate = colour("plate", theme, colour("felt", theme));
    expect(contrast(colour(text, theme), plate)).toBeGreaterThanOrEqual(4.5);
  });
});
