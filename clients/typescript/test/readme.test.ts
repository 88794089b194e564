import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const HERE = new URL("../", import.meta.url);
const text = readFileSync(new URL("README.md", HERE), "utf8");

test("the first example is the program that is tested", () => {
  const program = readFileSync(new URL("examples/bot.ts", HERE), "utf8");
  expect(/```ts\n(.*?)```/s.exec(text)?.[1]).toBe(program);
  expect(program.split("\n").length).toBeLessThanOrEqual(35);
});

test("what the text names is exported, or a method of what is", async () => {
  const exported = Object.keys(await import("../src/index.ts"));
  for (const name of ["checkFairness", "fair", "parseRecord", "storedTokens", "Stale", "Refused"]) {
    expect(text).toContain(name);
    expect(exported).toContain(name);
  }
});
