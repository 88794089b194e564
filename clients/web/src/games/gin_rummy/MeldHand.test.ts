import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import MeldHand from "./MeldHand.svelte";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";
import { change } from "$lib/settings.svelte.ts";

it("shows why a card may not be put down, and how cards are moved", async () => {
  await needTexts("table", "games/gin_rummy");
  await speak("en");
  change("confirmPlays", false);
  const onplay = vi.fn();
  const reason = "This one was just taken.";
  const base = { groups: [["QH", "7H"]], lit: new Set<string>(), reason, onarrange: vi.fn() };
  render(MeldHand, { ...base, legal: new Set(["7H"]), onplay });
  expect(screen.getByText(/press Shift and an arrow key/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /queen of hearts/ }));
  expect(screen.getByText(reason).className).toContain("reason");
  await userEvent.click(screen.getByRole("button", { name: /seven of hearts/ }));
  expect(onplay.mock.calls).toEqual([["7H"]]);
  expect(screen.queryByText(reason)).toBeNull();
});
