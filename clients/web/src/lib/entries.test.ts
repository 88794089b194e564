import { beforeEach, expect, it } from "vitest";
import { codeIn, entryOf, invitation, keepEntry } from "./entries.ts";

beforeEach(() => sessionStorage.clear());

it.each([
  ["https://cards.example/room/a3k7qm2vzx5twd#Zt4_k-9", "Zt4_k-9"],
  ["#Zt4_k-9", "Zt4_k-9"],
  ["  Zt4_k-9 \n", "Zt4_k-9"],
  ["", null],
  ["https://cards.example/room/a3k7qm2vzx5twd", null],
  ["two words", null],
  ["x".repeat(33), null],
])("finds in %j the code %s", (text, code) => {
  expect(codeIn(text)).toBe(code);
});

it("reads the code of the links it makes", () => {
  expect(codeIn(invitation("a3k7qm2vzx5twd", "Zt4_k-9"))).toBe("Zt4_k-9");
  expect(codeIn(invitation("a3k7qm2vzx5twd", null))).toBe(null);
});

it("keeps the code of a room beside its password, and those of the last rooms only", () => {
  keepEntry("a", { code: "first" });
  keepEntry("a", { password: "sesame" });
  expect(entryOf("a")).toEqual({ code: "first", password: "sesame" });
  for (let n = 0; n < 31; n += 1) keepEntry(`r${String(n)}`, { code: "c" });
  expect(entryOf("a").code).toBe("first");
  keepEntry("late", { code: "c" });
  expect(entryOf("a")).toEqual({});
  expect(entryOf("r0")).toEqual({ code: "c" });
});
