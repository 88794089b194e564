/** A colour and a pattern for a person, always the same ones. Pure. */

export const COLOURS = 8;
export const PATTERNS = 4;

export interface Look {
  readonly colour: number;
  readonly pattern: number;
  readonly letter: string;
}

/** FNV-1a: short, and close names get far looks. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) {
    value ^= letter.codePointAt(0) ?? 0;
    value = Math.imul(value, 0x01000193) >>> 0;
  }
  return value;
}

export function lookOf(id: string, name: string): Look {
  const value = hash(id === "" ? name : id);
  const letter = [...name.trim()][0] ?? "?";
  return {
    colour: value % COLOURS,
    pattern: Math.floor(value / COLOURS) % PATTERNS,
    letter: letter.toLocaleUpperCase(),
  };
}
