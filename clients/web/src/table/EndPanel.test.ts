import { FREE, type Room, type RoomState } from "@kozyr/client";
import { cleanup, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it } from "vitest";
import EndPanel from "./EndPanel.svelte";
import type { Result } from "./result.ts";
import { needTexts, speak, t } from "$lib/i18n/index.svelte.ts";

beforeEach(async () => {
  await needTexts("room", "table");
  await speak("en");
});

function shown(isPublic: boolean, result: Result | null = null, stake = 0): void {
  const seats = [{ ...FREE, player: "p1", name: "Anna" }];
  const view = { phase: "finished", game: "knaves", ended: "complete", record: "a3k7-1", seats };
  const end = {
    ...view,
    options: { stake },
    public: isPublic,
    you: 0,
  } as unknown as RoomState["view"];
  const now = { view: end, seat: 0 } as unknown as RoomState;
  const more = { result, names: ["Anna"], onready: () => undefined };
  render(EndPanel, { open: true, room: {} as Room, now, end, ...more });
}

const replay = (): HTMLElement | null => screen.queryByRole("link", { name: t("end-replay") });

it("leads to the replay of a game that anybody may see", () => {
  shown(true);
  expect(replay()?.getAttribute("href")).toBe("/replay/a3k7-1");
  expect(screen.queryByText(t("end-not-shown"))).toBeNull();
});

it("says why a game of a private table has none", () => {
  shown(false);
  expect(replay()).toBeNull();
  expect(screen.queryByText(t("end-not-shown"))).not.toBeNull();
});

it("calls chips only what was played for with chips", () => {
  const gin = { totals: [108], winners: [0], settlement: [353] };
  const heading = (key: string): HTMLElement | null =>
    screen.queryByRole("columnheader", { name: t(key) });
  shown(true, gin);
  expect(heading("end-balance")).not.toBeNull();
  expect(heading("end-chips")).toBeNull();
  cleanup();
  shown(true, gin, 5);
  expect(heading("end-chips")).not.toBeNull();
  expect(heading("end-balance")).toBeNull();
});
