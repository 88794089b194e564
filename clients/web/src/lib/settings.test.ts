import { expect, it } from "vitest";
import { languageOf, restored, type Settings } from "./settings.svelte.ts";

const BASE: Settings = {
  language: "en",
  theme: "system",
  deck: "four",
  animations: true,
  confirmPlays: false,
  sound: false,
};

it("takes the first language that there is a catalogue for", () => {
  expect(languageOf(["de-DE", "ru-RU", "en"])).toBe("ru");
  expect(languageOf(["de"])).toBe("en");
  expect(languageOf([])).toBe("en");
});

it("keeps what can be used of what was stored", () => {
  const text = JSON.stringify({ theme: "dark", deck: "nine", animations: false, other: 1 });
  expect(restored(text, BASE)).toEqual({ ...BASE, theme: "dark", animations: false });
});

it.each([null, "", "{", "[]", "null", "7"])("has its defaults over %j", (text) => {
  expect(restored(text, BASE)).toEqual(BASE);
});
