/** The deals of a game of King, for the eye: their order, what counts in each, and how much. Pure. */
import type { king } from "@kozyr/client";

export type Contract = king.Contract;
export type Tally = king.Tally1;
export type Options = Readonly<Record<string, unknown>>;

export const UNITS = ["tricks", "hearts", "boys", "girls", "last_two", "king"] as const;
export type Unit = (typeof UNITS)[number];

const NEGATIVE: readonly Contract[] = [
  "no_tricks",
  "no_hearts",
  "no_boys",
  "no_girls",
  "no_last_two",
  "no_king",
  "neg_medley",
];
const POSITIVE: readonly Contract[] = [
  "tricks",
  "hearts",
  "boys",
  "girls",
  "last_two",
  "king",
  "pos_medley",
];
const PRAISES: readonly Contract[] = ["praise", "praise", "praise", "praise"];
const PRAISED_TRICK = 3;
const BOYS: Readonly<Record<string, number>> = { jacks4: 4, jacks_kings2: 2, kings4: 4 };

/** The deals of a game in their order, by the options of its table. */
export function planOf(options: Options): readonly Contract[] {
  switch (options["positive_half"]) {
    case "mirror":
      return [...NEGATIVE, ...POSITIVE];
    case "mirror12":
      return [...NEGATIVE.slice(0, -1), ...POSITIVE.slice(0, -1)];
    default:
      return [...NEGATIVE, ...PRAISES, "pos_medley"];
  }
}

export function isMedley(contract: Contract): boolean {
  return contract === "neg_medley" || contract === "pos_medley";
}

/** Whether what counts in a deal is to be avoided. */
export function isNegative(contract: Contract): boolean {
  return NEGATIVE.includes(contract);
}

/** What is counted in a deal. */
export function unitsOf(contract: Contract): readonly Unit[] {
  if (contract === "praise") return ["tricks"];
  if (isMedley(contract)) return UNITS;
  const name = contract.replace(/^no_/, "");
  return UNITS.filter((unit) => unit === name);
}

/** Points of one trick, heart, boy … in a deal, with their sign. */
export function worthOf(unit: Unit, contract: Contract, options: Options): number {
  const scale = options["scale"] === 10 ? 10 : 1;
  if (contract === "praise") return scale * PRAISED_TRICK;
  const boys = BOYS[String(options["boys"])] ?? 4;
  const worth = { tricks: 2, hearts: 2, boys, girls: 4, last_two: 8, king: 16 }[unit];
  return scale * (isNegative(contract) ? -worth : worth);
}

/** How often a seat has taken something in this deal. */
export function countOf(tally: Tally, unit: Unit, seat: number): number {
  if (unit === "king") return tally.king === seat ? 1 : 0;
  return tally[unit][seat] ?? 0;
}

/** What a seat has taken in this deal is worth so far, without a sale. */
export function pointsOf(tally: Tally, contract: Contract, options: Options, seat: number): number {
  return unitsOf(contract).reduce(
    (sum, unit) => sum + countOf(tally, unit, seat) * worthOf(unit, contract, options),
    0,
  );
}

/** The eldest hand: in a praise deal the praiser, and seller of the game. */
export function eldestOf(dealer: number | null, seats: number): number | null {
  return dealer === null ? null : (dealer + 1) % seats;
}
