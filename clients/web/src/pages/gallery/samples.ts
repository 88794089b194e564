/** What the gallery shows: a game that never was. */
import { seatInfo, type SeatInfo } from "$lib/table/seats.ts";
import type { SheetColumn, SheetRow } from "$lib/table/sheet.ts";

export const COLUMNS: readonly SheetColumn[] = [
  { name: "Anna", isYou: true },
  { name: "Boris" },
  { name: "Vera Nikolaevna" },
  { name: "Глеб" },
];

export const ROWS: readonly SheetRow[] = [
  {
    key: "1",
    label: "1",
    note: "no tricks",
    scores: [-4, -6, 0, -6],
    totals: [-4, -6, 0, -6],
    check: -16,
  },
  {
    key: "2",
    label: "2",
    note: "no hearts",
    scores: [-2, 0, -10, -4],
    totals: [-6, -6, -10, -10],
    check: -16,
  },
  {
    key: "8",
    label: "8",
    note: "spades, Anna",
    scores: [12, 3, 6, 3],
    totals: [6, -3, -4, -7],
    details: ["4 tricks", "1 trick", "2 tricks", "1 trick"],
    check: 24,
  },
  {
    key: "9",
    label: "9",
    note: "misère",
    scores: [0, 9, 15, 1],
    totals: [6, 6, 11, -6],
    check: 24,
  },
];

export const HAND_13 = "AS KS 9S 4S QH TH 7H 2H AC JC 6C KD 8D".split(" ");
export const HAND_20 = "AS KS QS 9S 8S 4S AH QH TH 7H 2H AC JC 9C 6C 3C KD JD 8D 5D".split(" ");
export const HAND_5 = "X1 KH QH 7D TC".split(" ");
export const GIN = "4C 4D 4S 7H 8H 9H TH KS 2D AC".split(" ");

const NAMES = ["Anna", "Boris", "Vera Nikolaevna", "Глеб", "Dmitri", "Елена", "Zoe", "Igor"];

/** A table of so many seats, each in another state. */
export function sampleSeats(count: number): SeatInfo[] {
  const now = performance.now();
  return NAMES.slice(0, count).map((name, seat) =>
    seatInfo({
      seat,
      name,
      isYou: seat === 0,
      isHost: seat === 1,
      isDealer: seat === count - 1,
      isOnTurn: seat <= 1,
      clock:
        seat === 0
          ? { ends_at_ms: now + 80_000, turn_ms: 30_000, bank_ms: 60_000 }
          : seat === 1
            ? { ends_at_ms: now + 14_000, turn_ms: 30_000, bank_ms: 40_000 }
            : null,
      bid: seat % 2 === 0 ? "3" : null,
      tricks: seat,
      score: 12 * seat - 7,
      cards: 13 - seat,
      isBot: seat === 4,
      isConnected: seat !== 2,
      standIn: seat === 3,
      hasLeft: seat === 5,
    }),
  );
}

/** A table that waits for its players. */
export function waitingSeats(): SeatInfo[] {
  return [
    seatInfo({ seat: 0, name: "Anna", isYou: true, isHost: true, isReady: true }),
    seatInfo({ seat: 1, name: "Boris" }),
    seatInfo({ seat: 2 }),
    seatInfo({ seat: 3, name: "House bot", isBot: true, isReady: true }),
  ];
}
