import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { announce, notices } from "./notices.svelte.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function heardAfter(...sentences: string[]): string | undefined {
  for (const each of sentences) announce(each);
  vi.runAllTimers();
  return notices.heard.at(-1)?.text;
}

it("makes one line of what is said at one moment, in its order", () => {
  const before = notices.heard.length;
  expect(heardAfter("Anna: ace of clubs", "Anna takes the trick.", "Your turn")).toBe(
    "Anna: ace of clubs. Anna takes the trick. Your turn.",
  );
  expect(notices.heard).toHaveLength(before + 1);
  expect(heardAfter("Your turn")).toBe("Your turn");
});

it("says the names of bots without their mark, which is a suit by ear", () => {
  expect(heardAfter("Ada ♣: king of spades.", "Ada 2 ♣ bids nothing")).toBe(
    "Ada: king of spades. Ada 2 bids nothing.",
  );
  expect(heardAfter("♣♣♣")).toBe("♣♣♣");
});
