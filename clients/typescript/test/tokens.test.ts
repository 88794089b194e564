import { describe, expect, test } from "vitest";
import { storedTokens, type TextStorage } from "../src/index.ts";

function storage(): TextStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
}

describe("a token in a browser's storage", () => {
  test("is made once by pages that begin at once", async () => {
    const shared = storage();
    const made = await Promise.all(
      ["first", "second"].map(async (token) => await storedTokens(shared).need?.(() => token)),
    );
    expect(made).toEqual(["first", "first"]);
    expect(shared.kept.get("kozyr.token")).toBe("first");
  });

  test("is that with which the page began, whoever signs in elsewhere", async () => {
    const shared = storage();
    const [here, there] = [storedTokens(shared), storedTokens(shared)];
    await here.need?.(() => "guest");
    await there.save("claimed");
    expect(here.load()).toBe("guest");
    expect(storedTokens(shared).load()).toBe("claimed");
  });

  test("is kept in memory where the storage is forbidden", async () => {
    const refuse = (): never => {
      throw new DOMException("no", "SecurityError");
    };
    const tokens = storedTokens({ getItem: refuse, setItem: refuse });
    expect(tokens.load()).toBeNull();
    expect(await tokens.need?.(() => "mine")).toBe("mine");
    expect(tokens.load()).toBe("mine");
  });
});
