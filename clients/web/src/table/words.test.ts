import type { RoomView } from "@kozyr/client";
import { beforeAll, expect, it } from "vitest";
import { optionWords } from "./words.ts";
import type { GameInfo } from "$lib/api.ts";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";

const GAME: GameInfo = {
  game: "adding",
  rules: 1,
  titles: { en: "Adding" },
  min_seats: 3,
  max_seats: 8,
  usual_seats: 5,
  presets: { "adding/modern": { options: { hook: true }, min_seats: 3, max_seats: 8 } },
  options: {
    properties: {
      settlement: { enum: ["none", "pot"], title: "Settlement" },
      target: { type: "integer", minimum: 1, maximum: 99, default: 21, title: "Target" },
      hook: { type: "boolean", default: false, title: "Hook" },
      deals: { anyOf: [{ type: "integer" }, { type: "null" }], default: null, title: "Deals" },
    },
  },
};

beforeAll(async () => {
  await speak("en");
  await needTexts("room");
});

function words(options: Record<string, unknown>): [string, string, string | null][] {
  const view = { preset: "adding/modern", options } as unknown as RoomView;
  return optionWords(view, GAME).map(({ title, value, usual }) => [title, value, usual]);
}

it("names first what was chosen, then what the preset has otherwise", () => {
  expect(words({ settlement: "pot", deals: 3 })).toEqual([
    ["Deals", "3", "none"],
    ["Hook", "yes", "no"],
    ["Settlement", "pot", null],
    ["Target", "21", null],
  ]);
});

it("says of a preset's rule that was taken back what the preset has", () => {
  expect(words({ hook: false })[0]).toEqual(["Hook", "no", "yes"]);
});

it("says that nothing is set where a number was left out", () => {
  expect(words({}).at(-1)).toEqual(["Deals", "none", null]);
});
