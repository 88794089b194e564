/** A score sheet as on paper: a row a deal, a column a seat. Pure. */

export interface SheetColumn {
  readonly name: string;
  readonly isYou?: boolean;
}

export interface SheetRow {
  readonly key: string;
  /** Number or name of the deal. */
  readonly label: string;
  /** A word below it, such as the contract. */
  readonly note?: string;
  /** By seat; null: this seat scored nothing in this deal. */
  readonly scores: readonly (number | null)[];
  readonly totals: readonly number[];
  /** What explains a score, such as «3 of 4», by seat. */
  readonly details?: readonly string[];
  /** What the scores must add up to by the rules; null where nothing is fixed. */
  readonly check: number | null;
}

/** A number with a minus as it is printed. */
export function minus(value: number): string {
  return value < 0 ? `−${String(-value)}` : String(value);
}

/** The same with a plus where there is one to show. */
export function signed(value: number): string {
  return value > 0 ? `+${String(value)}` : minus(value);
}

export function checked(row: SheetRow): "right" | "wrong" | "none" {
  if (row.check === null) return "none";
  const sum = row.scores.reduce<number>((all, each) => all + (each ?? 0), 0);
  return sum === row.check ? "right" : "wrong";
}
