/** Any game's view, as far as its fields have the usual names; for the table of last resort. Pure. */
import type { Play } from "$lib/cards/plays.ts";

type Fields = Readonly<Record<string, unknown>>;

function fields(view: unknown): Fields {
  return typeof view === "object" && view !== null ? (view as Fields) : {};
}

function list<T>(value: unknown, is: (each: unknown) => each is T): readonly T[] {
  return Array.isArray(value) && value.every(is) ? value : [];
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isPlay = (value: unknown): value is Play =>
  isText(fields(value)["card"]) && isNumber(fields(value)["seat"]);
const isBid = (value: unknown): value is number | null => value === null || isNumber(value);

export interface GenericView {
  readonly hand: readonly string[] | null;
  readonly counts: readonly number[];
  readonly dealer: number | null;
  readonly trump: string | null;
  readonly plays: readonly Play[];
  readonly last: readonly Play[];
  readonly bids: readonly (number | null)[];
  readonly taken: readonly number[];
  readonly totals: readonly number[];
}

export function generic(view: unknown): GenericView {
  const of = fields(view);
  const one = (name: string): number | null => (isNumber(of[name]) ? of[name] : null);
  return {
    hand: Array.isArray(of["hand"]) ? list(of["hand"], isText) : null,
    counts: list(of["counts"], isNumber),
    dealer: one("dealer"),
    trump: isText(of["trump"]) ? of["trump"] : null,
    plays: list(of["trick"] ?? of["pile"], isPlay),
    last: list(of["last"], isPlay),
    bids: list(of["bids"], isBid),
    taken: list(of["taken"] ?? of["won"], isNumber),
    totals: list(of["totals"], isNumber),
  };
}

/** The card that an action is about, if it is nothing but the play of one. */
export function playedCard(action: unknown): string | null {
  const of = fields(action);
  return of["type"] === "play" && Object.keys(of).length === 2 && isText(of["card"])
    ? of["card"]
    : null;
}

/** An action for people, as far as can be told without its game: its word and what stands in it. */
export function spelled(action: unknown): string {
  const { type, ...rest } = fields(action);
  const parts = Object.values(rest).map((each) =>
    Array.isArray(each) ? each.flat().join(" ") : String(each),
  );
  return [String(type), ...parts].join(" ");
}
