import { expect, it, vi } from "vitest";
import { announce, notices } from "./notices.svelte.ts";

async function heardAfter(...sentences: string[]): Promise<string[]> {
  const first = notices.heard.at(-1)?.id ?? 0;
  for (const each of sentences) announce(each);
  const fresh = (): string[] =>
    notices.heard.filter((line) => line.id > first).map((line) => line.text);
  await vi.waitFor(() => expect(fresh()).not.toEqual([]));
  return fresh();
}

it("makes one line of what is said at one moment, in its order", async () => {
  // What others have said is heard before.
  await heardAfter("Deal 1");
  expect(await heardAfter("Anna: ace of clubs", "Anna takes the trick.", "Your turn")).toEqual([
    "Anna: ace of clubs. Anna takes the trick. Your turn.",
  ]);
  expect(await heardAfter("Your turn")).toEqual(["Your turn"]);
});

it("says the names of bots without their mark, which is a suit by ear", async () => {
  await heardAfter("Deal 1");
  expect(await heardAfter("Ada ♣: king of spades.", "Ada 2 ♣ bids nothing")).toEqual([
    "Ada: king of spades. Ada 2 bids nothing.",
  ]);
  expect(await heardAfter("♣♣♣")).toEqual(["♣♣♣"]);
});
