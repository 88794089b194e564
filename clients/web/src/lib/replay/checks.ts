/** What is checked of a deal of a record, as lines that are said in words. Pure. */
import { checkFairness, type CheckPart, type GameRecord, type ShuffleCheck } from "@kozyr/client";
import { unheld } from "./frames.ts";
import { sumOf } from "./sums.ts";

/** `note`: nothing is wrong, and it is to be known all the same; `unknown`: it could not be checked. */
export type Mark = "right" | "wrong" | "note" | "unknown";

export interface CheckLine {
  readonly key: string;
  readonly mark: Mark;
  readonly count?: number;
  /** Seats that are named. */
  readonly seats?: readonly number[];
}

export interface DealCheck {
  /** Number of the deal; null: the draw. */
  readonly deal: number | null;
  readonly isRight: boolean;
  readonly lines: readonly CheckLine[];
  readonly shuffle: ShuffleCheck;
}

function line(part: CheckPart, failed: readonly CheckPart[], count?: number): CheckLine {
  const isWrong = failed.includes(part);
  return {
    key: `replay-check-${part}-${isWrong ? "wrong" : "right"}`,
    mark: isWrong ? "wrong" : "right",
    ...(count === undefined ? {} : { count }),
  };
}

function linesOf(record: GameRecord, check: ShuffleCheck): CheckLine[] {
  const { failed, links, missing, n } = check;
  const lines: CheckLine[] = [line("order", failed), line("server_link", failed, n)];
  lines.push(
    links === 0 && !failed.includes("seat_links")
      ? { key: "replay-check-no-links", mark: "note" }
      : line("seat_links", failed, links),
  );
  if (missing.length > 0) lines.push({ key: "replay-check-missing", mark: "note", seats: missing });
  if (failed.includes("pack")) return [...lines, { key: "replay-check-pack", mark: "unknown" }];
  const isMade = check.deck !== null || failed.includes("cards");
  lines.push(
    isMade ? line("cards", failed) : { key: "replay-check-cards-unknown", mark: "unknown" },
  );
  const deal = record.deals.find((each) => each.number === check.deal);
  if (deal === undefined) return lines;
  const wrong = unheld(record, deal).length;
  lines.push(
    wrong === 0
      ? { key: "replay-check-plays-right", mark: "right", count: deal.actions.length }
      : { key: "replay-check-plays-wrong", mark: "wrong", count: wrong },
  );
  const count = sumOf(record, deal);
  if (count === null) return lines;
  const isRight = deal.scores.reduce((sum, score) => sum + score, 0) === count;
  return [
    ...lines,
    isRight
      ? { key: "replay-check-points-right", mark: "right", count }
      : { key: "replay-check-points-wrong", mark: "wrong", count },
  ];
}

/** Check all shuffles of a record, the draw among them. */
export function checksOf(record: GameRecord): DealCheck[] {
  return checkFairness(record).map((shuffle) => {
    const lines = linesOf(record, shuffle);
    return {
      deal: shuffle.deal,
      isRight: lines.every((each) => each.mark === "right" || each.mark === "note"),
      lines,
      shuffle,
    };
  });
}
