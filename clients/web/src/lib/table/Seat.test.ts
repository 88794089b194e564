import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import ScoreSheet from "./ScoreSheet.svelte";
import Seat from "./Seat.svelte";
import { seatInfo, type SeatInfo } from "./seats.ts";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";

beforeEach(async () => {
  await needTexts("table");
  await speak("en");
});

function spoken(given: Partial<SeatInfo>): string | null {
  const { unmount } = render(Seat, { seat: seatInfo({ seat: 0, name: "Anna", ...given }) });
  const name = screen.getByRole("group").getAttribute("aria-label");
  unmount();
  return name;
}

describe("a seat", () => {
  it("says in words all that it shows in colours and signs", () => {
    expect(spoken({})).toBe("Anna");
    expect(spoken({ isYou: true, isDealer: true, isOnTurn: true })).toBe(
      "Anna, you, deals, is on turn",
    );
    expect(spoken({ isConnected: false })).toBe("Anna, away");
    expect(spoken({ isConnected: false, standIn: true })).toBe("Anna, bot plays");
    expect(spoken({ hasLeft: true, standIn: true })).toBe("Anna, bot plays");
    expect(spoken({ isAbsent: true })).toBe("Anna, clock plays");
    expect(spoken({ hasLeft: true })).toBe("Anna, left");
    expect(spoken({ bid: "0", tricks: 1, score: 21 })).toBe("Anna, bid 0, 1 trick, 21 points");
    expect(spoken({ bank_ms: 64_200 })).toBe("Anna, 1 minute 5 seconds of extra time");
    expect(spoken({ name: "" })).toBe("Free seat");
  });

  it("writes the own time and bank always, and those of others while they are on turn", () => {
    const now = performance.now();
    const bank_ms = 60_000;
    const clock = { ends_at_ms: now + 22_900 + bank_ms, turn_ms: 30_000, bank_ms };
    const shown = (given: Partial<SeatInfo>): string => {
      const { container, unmount } = render(Seat, {
        seat: seatInfo({ seat: 0, name: "Anna", ...given }),
      });
      const text = container.querySelector(".time")?.textContent.replace(/\s+/g, " ").trim() ?? "";
      unmount();
      return text;
    };
    expect(shown({ isYou: true, bank_ms })).toBe("+1:00");
    expect(shown({ isYou: true, isOnTurn: true, bank_ms, clock })).toBe("0:23 +1:00");
    expect(shown({ bank_ms })).toBe("");
    expect(shown({ isOnTurn: true, bank_ms, clock })).toBe("0:23 +1:00");
    const used = { ...clock, ends_at_ms: now + 47_900 };
    expect(shown({ isOnTurn: true, bank_ms, clock: used })).toBe("+0:48");
    // It is heard on demand, and said by nothing that speaks by itself.
    expect(spoken({ isOnTurn: true, bank_ms, clock })).toBe(
      "Anna, is on turn, 23 seconds left, 1 minute of extra time",
    );
    expect(spoken({ isOnTurn: true, bank_ms, clock: used })).toBe(
      "Anna, is on turn, 48 seconds of extra time left",
    );
  });

  it("counts in Russian as Russians do", async () => {
    await speak("ru");
    expect([1, 2, 5, 11, 21, 22].map((tricks) => spoken({ tricks }))).toEqual([
      "Anna, 1 взятка",
      "Anna, 2 взятки",
      "Anna, 5 взяток",
      "Anna, 11 взяток",
      "Anna, 21 взятка",
      "Anna, 22 взятки",
    ]);
  });
});

describe("a score sheet", () => {
  const columns = [{ name: "Anna" }, { name: "Boris" }];
  const row = { key: "1", label: "1", scores: [-4, -12], totals: [-4, -12], check: -16 };

  it("has a row a deal, totals, and a sum that is compared", () => {
    render(ScoreSheet, { columns, rows: [row, { ...row, key: "2", label: "2", check: 24 }] });
    expect(screen.getAllByRole("row")).toHaveLength(4);
    expect(screen.getByText("the sum is right")).toBeTruthy();
    expect(screen.getByText("the sum is wrong")).toBeTruthy();
  });

  it("says so while there is nothing to show", () => {
    render(ScoreSheet, { columns, rows: [] });
    expect(screen.getByText("No deal is finished yet.")).toBeTruthy();
  });
});
