import { render, screen } from "@testing-library/svelte";
import type { server } from "@kozyr/client";
import { beforeAll, expect, it } from "vitest";
import RoomRow from "./RoomRow.svelte";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";

const ROOM: server.RoomSummary = {
  room: "a3k7qm2vzx5twd",
  game: "king",
  preset: "king/seed",
  name: "Friday",
  phase: "waiting",
  seats: 4,
  taken: 3,
  spectators: true,
  language: "ru",
  access: "open",
  bots: 2,
  host: "Anna",
};

beforeAll(async () => {
  await speak("en");
  await needTexts("lobby", "tables");
});

function shown(changes: Partial<server.RoomSummary>): string[] {
  const { unmount, container } = render(RoomRow, { room: { ...ROOM, ...changes } });
  const found = [...container.querySelectorAll("button, a")].map(
    (each) => each.getAttribute("aria-label") ?? "",
  );
  unmount();
  return found;
}

it("offers what can be done there, by the table's name", () => {
  expect(shown({})).toEqual(["Join Friday"]);
  expect(shown({ access: "knock" })).toEqual(["Knock at Friday"]);
  expect(shown({ access: "password" })).toEqual(["Join Friday"]);
  expect(shown({ phase: "playing", taken: 4 })).toEqual(["Watch Friday"]);
  expect(shown({ phase: "playing", taken: 4, spectators: false })).toEqual([]);
  expect(shown({ taken: 4 })).toEqual([]);
});

it("says in words who is there and what it takes to sit down", () => {
  render(RoomRow, { room: { ...ROOM, access: "password" } });
  for (const text of ["1 of 4 free", "2 bots", "Russian", "password", "Anna"]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});
