import { Refused } from "@kozyr/client";
import { beforeAll, expect, it } from "vitest";
import { CreateForm } from "./create.svelte.ts";
import type { GameInfo } from "$lib/api.ts";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";

const GAME: GameInfo = {
  game: "adding",
  rules: 1,
  titles: { en: "Adding" },
  min_seats: 3,
  max_seats: 8,
  usual_seats: 5,
  presets: {
    "adding/four": { options: { partners: true }, min_seats: 4, max_seats: 4 },
    "adding/solo": { options: { target: 29 }, min_seats: 3, max_seats: 8 },
  },
  options: {
    properties: {
      target: { type: "integer", minimum: 1, maximum: 99, default: 21 },
      partners: { type: "boolean", default: false },
    },
  },
};

beforeAll(async () => {
  await speak("en");
  await needTexts("create", "errors");
});

function chosen(): CreateForm {
  const form = new CreateForm();
  form.choose(GAME);
  return form;
}

it("begins with the preset that goes with the usual number of seats", () => {
  const form = chosen();
  expect([form.preset, form.seats]).toEqual(["adding/solo", 5]);
  expect(form.values).toEqual({ target: 29, partners: false });
});

it("takes another preset where one is not for so many", () => {
  const form = chosen();
  form.choosePreset("adding/four");
  form.setSeats(6);
  expect([form.preset, form.seats]).toEqual(["adding/solo", 6]);
});

it("keeps seats and bots within what the preset is for", () => {
  const form = chosen();
  form.bots = 4;
  form.choosePreset("adding/four");
  expect([form.seats, form.bots]).toEqual([4, 3]);
});

it("sends what was changed, and a password only where one is asked for", () => {
  const form = chosen();
  form.values = { ...form.values, target: 30 };
  form.password = "left over";
  form.speed = "quick";
  expect(form.command()).toMatchObject({
    game: "adding",
    preset: "adding/solo",
    options: { target: 30 },
    clock: { turn_ms: 12_000, bank_ms: 30_000 },
  });
  expect(form.command()).not.toHaveProperty("password");
  form.access = "password";
  expect(form.command().password).toBe("left over");
});

it("has the server's refusal at its field", () => {
  const form = chosen();
  form.error = new Refused("bad_option", "?", { facts: { option: "target" } });
  expect(form.errorOf("target")).toBe("This does not go together with the rest.");
  expect(form.errorOf("partners")).toBeUndefined();
  const facts = { option: "target", against: "partners" };
  form.error = new Refused("bad_option", "?", { facts });
  expect(form.errorOf("target")).toBe("This does not go together with “partners: no”.");
  form.set("partners", true);
  expect(form.errorOf("target")).toBeUndefined();
  form.error = new Refused("bad_seats", "?", { facts: { min: 3, max: 8 } });
  expect(form.errorOf("seats")).toBe("This game is for 3 to 8 players.");
});

it("says what is wrong with a number, also where it is folded away", () => {
  const form = chosen();
  expect(form.check()).toBe(true);
  form.values = { ...form.values, target: -5 };
  expect([form.check(), form.showsOptions]).toEqual([false, true]);
  expect(form.errorOf("target")).toMatch(/^A whole number from .?1.? to .?99.?\.$/);
  form.values = { ...form.values, target: 5 };
  expect(form.errorOf("target")).toBeUndefined();
  expect(form.check()).toBe(true);
});

it("opens no table with an empty clock or password", () => {
  const form = chosen();
  form.speed = "own";
  form.turn_s = null as unknown as number;
  expect([form.check(), form.showsOptions]).toEqual([false, false]);
  expect(form.errorOf("turn")).toBeDefined();
  form.speed = "normal";
  form.access = "password";
  expect(form.check()).toBe(false);
  expect(form.errorOf("password")).toBe("Choose a password for the table.");
});

it("unfolds the option that the server refused", () => {
  const form = chosen();
  form.refuse(new Refused("bad_option", "?", { facts: { option: "target" } }));
  expect(form.showsOptions).toBe(true);
});
