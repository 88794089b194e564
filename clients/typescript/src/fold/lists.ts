/** What the folds of all games need: lists with one place changed, never in place. */

/** The list with the place at `index` put to `value`. */
export function put<T>(list: readonly T[], index: number, value: T): T[] {
  const made = list.slice();
  made[index] = value;
  return made;
}

/** The numbers with something added to the one at `index`. */
export function plus(numbers: readonly number[], index: number, change: number): number[] {
  return put(numbers, index, (numbers[index] ?? 0) + change);
}

/** So many zeros. */
export function zeros(count: number): number[] {
  return new Array<number>(count).fill(0);
}

/** The cards but for one occurrence of `card`; all of them where it is not there. */
export function without(cards: readonly string[], card: string): string[] {
  const at = cards.indexOf(card);
  return at < 0 ? cards.slice() : cards.toSpliced(at, 1);
}
