/** A hand as its owner has laid it out: groups of cards, left to right. Local, and pure. */

export type Groups = readonly (readonly string[])[];

const isFull = (group: readonly string[]): boolean => group.length > 0;

/** The groups after cards came or went: what is new lies last, by itself or beside loose cards. */
export function followed(groups: Groups, hand: readonly string[]): Groups {
  const kept = groups.map((group) => group.filter((card) => hand.includes(card))).filter(isFull);
  const known = new Set(kept.flat());
  const fresh = hand.filter((card) => !known.has(card));
  if (fresh.length === 0) return kept;
  const last = kept.at(-1);
  return last === undefined ? [fresh] : [...kept.slice(0, -1), [...last, ...fresh]];
}

/** Take a card out and put it into a group at a place; `group` beyond the last makes a new one. */
export function placed(groups: Groups, card: string, group: number, at: number): Groups {
  const out = groups.map((each) => each.filter((one) => one !== card));
  if (group < 0) return [[card], ...out].filter(isFull);
  const target = out[group];
  if (target === undefined) return [...out, [card]].filter(isFull);
  return out.map((each, n) => (n === group ? each.toSpliced(at, 0, card) : each)).filter(isFull);
}

/** Move a card one place; over the edge of its group into the next one, at the ends into a new one. */
export function moved(groups: Groups, card: string, step: -1 | 1): Groups {
  const group = groups.findIndex((each) => each.includes(card));
  const own = groups[group];
  if (own === undefined) return groups;
  const at = own.indexOf(card);
  const to = at + step;
  if (to >= 0 && to < own.length) return placed(groups, card, group, to);
  const isEnd = group + step < 0 || group + step >= groups.length;
  if (isEnd && own.length === 1) return groups;
  const next = groups[group + step];
  return placed(groups, card, group + step, step > 0 ? 0 : (next?.length ?? 0));
}
