import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Hand from "./Hand.svelte";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";
import { notices } from "$lib/notices.svelte.ts";
import { change } from "$lib/settings.svelte.ts";

const cards = ["QH", "7H", "AS", "2C"];

beforeEach(async () => {
  await needTexts("table");
  await speak("en");
  change("confirmPlays", false);
});

function shown(): string[] {
  return screen.getAllByRole("button").map((each) => each.getAttribute("aria-label") ?? "");
}

describe("a hand", () => {
  it("names its cards in the language of the page", async () => {
    render(Hand, { cards });
    expect(shown()).toEqual([
      "ace of spades",
      "queen of hearts",
      "seven of hearts",
      "two of clubs",
    ]);
    expect(screen.getByRole("toolbar")).toHaveProperty("ariaLabel", "Your hand: 4 cards");
    await speak("ru");
    await vi.waitFor(() => expect(shown()).toContain("дама червей"));
    expect(screen.getByRole("toolbar").getAttribute("aria-label")).toBe("Ваши карты: 4 карты");
  });

  it("plays a legal card by a tap", async () => {
    const onplay = vi.fn();
    render(Hand, { cards, legal: new Set(["QH", "7H"]), onplay });
    await userEvent.click(screen.getByRole("button", { name: "queen of hearts" }));
    expect(onplay.mock.calls).toEqual([["QH"]]);
  });

  it("refuses another card with its reason, seen and heard", async () => {
    const onplay = vi.fn();
    const reason = (): string => "Follow suit.";
    render(Hand, { cards, legal: new Set(["QH"]), onplay, reason });
    const ace = screen.getByRole("button", { name: "ace of spades. Follow suit." });
    expect(ace.getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(ace);
    expect(onplay).not.toHaveBeenCalled();
    expect(screen.getByText("Follow suit.")).toBeTruthy();
    expect(notices.polite.trim()).toBe("Follow suit.");
  });

  it("does nothing and dims nothing while it is not the owner's turn", async () => {
    const onplay = vi.fn();
    const { container } = render(Hand, { cards, onplay });
    await userEvent.click(screen.getByRole("button", { name: "ace of spades" }));
    expect(onplay).not.toHaveBeenCalled();
    expect(container.querySelectorAll(".dim")).toHaveLength(0);
  });

  it("is one stop of the keyboard, with arrows inside", async () => {
    const onplay = vi.fn();
    render(Hand, { cards, legal: new Set(cards), onplay });
    await userEvent.tab();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("ace of spades");
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("seven of hearts");
    await userEvent.keyboard("{ArrowLeft}{End}{ArrowRight}{Home}{ArrowRight}{Enter}");
    expect(onplay.mock.calls).toEqual([["QH"]]);
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it("keeps the focus at its place when the card that had it is played", async () => {
    const { rerender } = render(Hand, { cards, legal: new Set(cards) });
    const at = (): string | null | undefined => document.activeElement?.getAttribute("aria-label");
    await userEvent.tab();
    await userEvent.keyboard("{ArrowRight}");
    expect(at()).toBe("queen of hearts");
    await rerender({ cards: ["7H", "AS", "2C"] });
    await vi.waitFor(() => expect(at()).toBe("seven of hearts"));
    await userEvent.keyboard("{End}");
    await rerender({ cards: ["7H", "AS"] });
    await vi.waitFor(() => expect(at()).toBe("seven of hearts"));
  });

  it("takes no focus when a card goes that did not have it", async () => {
    const other = document.body.appendChild(document.createElement("button"));
    const { rerender } = render(Hand, { cards, legal: new Set(cards) });
    await userEvent.tab();
    other.focus();
    await rerender({ cards: ["QH", "7H", "2C"] });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(document.activeElement).toBe(other);
    other.remove();
  });

  it("waits for a second tap where plays are confirmed", async () => {
    change("confirmPlays", true);
    const onplay = vi.fn();
    render(Hand, { cards, legal: new Set(cards), onplay });
    const queen = screen.getByRole("button", { name: "queen of hearts" });
    await userEvent.click(queen);
    expect(onplay).not.toHaveBeenCalled();
    expect(queen.classList.contains("lifted")).toBe(true);
    await userEvent.click(queen);
    expect(onplay.mock.calls).toEqual([["QH"]]);
  });

  it("plays a card that is dragged up to the table, and not one that is let go before", async () => {
    const onplay = vi.fn();
    render(Hand, { cards, legal: new Set(cards), onplay });
    const queen = screen.getByRole("button", { name: "queen of hearts" });
    const drag = (dy: number): Promise<unknown> =>
      userEvent.pointer([
        { keys: "[MouseLeft>]", target: queen, coords: { clientX: 50, clientY: 300 } },
        { target: queen, coords: { clientX: 52, clientY: 300 + dy } },
        { keys: "[/MouseLeft]", target: queen, coords: { clientX: 52, clientY: 300 + dy } },
      ]);
    await drag(-30);
    expect(onplay).not.toHaveBeenCalled();
    await drag(-120);
    expect(onplay.mock.calls).toEqual([["QH"]]);
  });
});
