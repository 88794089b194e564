import { FREE, type Room, type RoomState } from "@kozyr/client";
import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it } from "vitest";
import EndPanel from "./EndPanel.svelte";
import { needTexts, speak, t } from "$lib/i18n/index.svelte.ts";

beforeEach(async () => {
  await needTexts("room", "table");
  await speak("en");
});

function shown(isPublic: boolean): void {
  const seats = [{ ...FREE, player: "p1", name: "Anna" }];
  const view = { phase: "finished", game: "knaves", ended: "complete", record: "a3k7-1", seats };
  const end = { ...view, public: isPublic, you: 0 } as unknown as RoomState["view"];
  const now = { view: end, seat: 0 } as unknown as RoomState;
  const more = { result: null, names: ["Anna"], onready: () => undefined };
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
