import { afterEach, expect, it, vi } from "vitest";
import { endOf, keepEnd, type End } from "./ends.ts";

afterEach(() => sessionStorage.clear());

function end(record: string | null, totals: readonly number[] = [3, 1]): End {
  return { view: { record, totals }, seats: [], result: null } as unknown as End;
}

it("knows how a game of this tab ended, also after the page was loaded again", () => {
  keepEnd(end("r1"));
  expect(endOf("r1")).toEqual(end("r1"));
  expect(endOf("r2")).toBe(null);
  expect(endOf(null)).toBe(null);
});

it("keeps the last four, each with what was told of it last", () => {
  for (const record of ["r1", "r2", "r3", "r4"]) keepEnd(end(record));
  keepEnd(end("r1", [5, 5]));
  keepEnd(end("r5"));
  const known = ["r1", "r2", "r3", "r4", "r5"].filter((record) => endOf(record) !== null);
  expect(known).toEqual(["r1", "r3", "r4", "r5"]);
  expect(endOf("r1")).toEqual(end("r1", [5, 5]));
});

it("keeps no game without a record", () => {
  keepEnd(end(null));
  expect(sessionStorage).toHaveLength(0);
});

it("goes without where there is no room, or something else lies there", () => {
  sessionStorage.setItem("kozyr.ends", "{");
  expect(endOf("r1")).toBe(null);
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  keepEnd(end("r1"));
  full.mockRestore();
  expect(endOf("r1")).toBe(null);
  keepEnd(end("r1"));
  expect(endOf("r1")).toEqual(end("r1"));
});
