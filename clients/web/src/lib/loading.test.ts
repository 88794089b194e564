import { afterEach, expect, it, vi } from "vitest";
import { loading, mayReload } from "./loading.svelte.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("what does not come is asked for again, and said to be late until it does", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
  let asked = 0;
  const load = (): Promise<string> => {
    asked += 1;
    return asked < 4 ? Promise.reject(new Error("lost")) : Promise.resolve("code");
  };
  const waiting = loading.wait(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(loading.isLate).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await waiting).toBe("code");
  expect(asked).toBe(4);
  expect(loading.isLate).toBe(false);
  expect(loading.isOld).toBe(false);
});

it("a network that is back is used at once", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
  let isBack = false;
  const waiting = loading.wait(() =>
    isBack ? Promise.resolve(1) : Promise.reject(new Error("lost")),
  );
  await vi.advanceTimersByTimeAsync(10);
  isBack = true;
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(await waiting).toBe(1);
});

it("a page loads itself again once, and only where it knows its person afterwards", () => {
  expect(mayReload(null, true)).toBe(true);
  expect(mayReload(null, false)).toBe(false);
  expect(mayReload(60_000, true)).toBe(false);
  expect(mayReload(3_600_000, true)).toBe(true);
});
