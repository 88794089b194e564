import { expect, it } from "vitest";
import { baseOf, changedKeys, fieldsOf, keyOf, toSend } from "./options.ts";

const SCHEMA = {
  properties: {
    target: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    hook: { type: "boolean", default: false, "x-title": { en: "Hook", ru: "Крючок" } },
    trump: {
      enum: ["C", "none", "turn_up"],
      default: "none",
      "x-values": { none: { en: "none" }, turn_up: { en: "turned" }, C: { en: "clubs" } },
    },
    partners: { type: "boolean" },
    deals: {
      anyOf: [{ type: "integer", minimum: 1, maximum: 9 }, { type: "null" }],
      default: null,
    },
    jacks: {
      type: "object",
      properties: { H: { type: "integer", default: 4 }, S: { type: "integer", default: 1 } },
    },
    newer: { type: "array" },
  },
};
const fields = fieldsOf(SCHEMA);
const base = baseOf(fields, { target: 21, jacks: { H: 5 } });

it("draws each option that it knows how to, and its parts", () => {
  expect(fields.map(keyOf)).toEqual([
    "target",
    "hook",
    "trump",
    "partners",
    "deals",
    "jacks.H",
    "jacks.S",
  ]);
  expect(fields[2]?.control).toEqual({ kind: "choice", values: ["none", "turn_up", "C"] });
  // Without a default the game decides, unless somebody does.
  expect(fields[3]?.control).toEqual({ kind: "choice", values: [null, true, false] });
  expect(fields[4]?.control).toEqual({ kind: "number", min: 1, max: 9, isOptional: true });
});

it("begins with what the preset says", () => {
  expect(base).toMatchObject({
    target: 21,
    hook: false,
    trump: "none",
    partners: null,
    "jacks.H": 5,
    "jacks.S": 1,
  });
  expect(changedKeys(base, { ...base })).toEqual(new Set());
});

it("sends what was changed, and an option of several parts whole", () => {
  const values = { ...base, hook: true, deals: 3, "jacks.S": 2 };
  expect(changedKeys(base, values)).toEqual(new Set(["hook", "deals", "jacks.S"]));
  expect(toSend(fields, base, values)).toEqual({ hook: true, deals: 3, jacks: { H: 5, S: 2 } });
});
