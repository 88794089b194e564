import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { needTexts, speak } from "./i18n/index.svelte.ts";
import { announce, notices } from "./notices.svelte.ts";
import { tellClock, tellTurns, turnWords, type OwnClock } from "./turn.svelte.ts";

beforeEach(async () => {
  // What others have said is heard before.
  announce("before");
  await vi.waitFor(() => expect(notices.heard.at(-1)?.text).toContain("before"));
  vi.useFakeTimers();
});
afterEach(() => {
  // What was said is heard a moment later.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

it("tells each own turn, in the window's title and to screen readers", async () => {
  await needTexts("table");
  await speak("en");
  let turn = $state<string | null>(null);
  const close = $effect.root(() => tellTurns(() => turn));
  flushSync();
  expect(document.title).toBe("kozyr");
  turn = "0:7";
  flushSync();
  expect(document.title).toBe("● Your turn · kozyr");
  expect(notices.polite).toBe("Your turn");
  turn = "0:9";
  flushSync();
  expect(notices.polite, "the same sentence is said again").toBe("Your turn\u00a0");
  turn = null;
  flushSync();
  expect(document.title).toBe("kozyr");
  close();
});

it("says once that time is short, and once that the bank runs", async () => {
  await needTexts("table");
  await speak("en");
  const begun = performance.now();
  const first = notices.heard.at(-1)?.id ?? 0;
  const heard = (): string[] =>
    notices.heard.filter((line) => line.id > first).map((line) => line.text);
  const seen = { key: "0:7", ends_at_ms: begun + 90_000, turn_ms: 30_000, bank_ms: 60_000 };
  let clock = $state.raw<OwnClock | null>(seen);
  const close = $effect.root(() => tellClock(() => clock));
  flushSync();
  vi.advanceTimersByTime(21_000);
  expect(heard()).toEqual(["Ten seconds left"]);
  // The same prompt, of which the end is better known now.
  clock = { ...seen, ends_at_ms: begun + 93_000 };
  flushSync();
  vi.advanceTimersByTime(14_000);
  expect(heard()).toEqual(["Ten seconds left", "Your extra time runs: 1 minute"]);
  vi.advanceTimersByTime(50_000);
  expect(heard()).toHaveLength(3);
  // With eight seconds to go somebody gives a minute: it runs out, too.
  clock = { ...seen, ends_at_ms: begun + 153_000, bank_ms: 120_000 };
  flushSync();
  vi.advanceTimersByTime(57_000);
  expect(heard()).toHaveLength(3);
  vi.advanceTimersByTime(2_000);
  expect(heard().slice(3)).toEqual(["Ten seconds left"]);
  clock = null;
  flushSync();
  vi.advanceTimersByTime(60_000);
  expect(heard()).toHaveLength(4);
  close();
});

it("says what there is to do where the table says it, and names the window by the table", async () => {
  await needTexts("table");
  await speak("en");
  let turn = $state<string | null>(null);
  const close = $effect.root(() => {
    tellTurns(
      () => turn,
      () => "King",
    );
    turnWords(() => (turn === null ? "" : "Your turn: follow spades"));
  });
  flushSync();
  expect(document.title).toBe("King · kozyr");
  turn = "0:7";
  flushSync();
  expect(document.title).toBe("● Your turn · King · kozyr");
  expect(notices.polite.trim()).toBe("Your turn: follow spades");
  close();
});
