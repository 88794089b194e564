import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Held, type HeldBy } from "./held.svelte.ts";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";
import { notices } from "$lib/notices.svelte.ts";
import { change } from "$lib/settings.svelte.ts";

beforeEach(async () => {
  await needTexts("table");
  await speak("en");
});

// Another file of tests goes on with the same page.
afterEach(() => {
  change("confirmPlays", false);
  document.body.replaceChildren();
});

/** A hand of three cards, of which two may be played, as buttons of a page. */
class Desk {
  shown = ["AS", "QH", "7H"];
  legal: Set<string> | null = new Set(["QH", "7H"]);
  readonly played: string[] = [];
  readonly refused: string[] = [];
  readonly dropped: [card: string, dx: number, dy: number][] = [];
  readonly held: Held;

  constructor(by: Partial<HeldBy> = {}) {
    this.held = new Held({
      shown: () => this.shown,
      legal: () => this.legal,
      mayDrag: () => true,
      onplay: (card) => {
        this.played.push(card);
        // As at a table: it is the next player's turn.
        this.legal = null;
      },
      onrefused: (card) => this.refused.push(card),
      ondrop: (card, dx, dy) => this.dropped.push([card, dx, dy]),
      ...by,
    });
    for (const card of this.shown) this.#put(card);
  }

  #put(card: string): void {
    const button = document.createElement("button");
    button.onpointerdown = (event) => this.held.down(event, card);
    button.onpointermove = (event) => this.held.move(event);
    button.onpointerup = () => this.held.up();
    button.onpointercancel = () => this.held.cancel();
    button.onkeydown = (event) => this.held.key(event, card);
    button.onfocus = () => (this.held.focused = card);
    button.onclick = () => this.held.click(card);
    document.body.append(button);
    this.held.buttons.set(card, button);
  }

  button(card: string): HTMLButtonElement {
    const found = this.held.buttons.get(card);
    if (found === undefined) throw new Error(`no button of ${card}`);
    return found;
  }

  pointer(kind: "down" | "move" | "up" | "cancel", card: string, x = 0, y = 0, button = 0): void {
    const at = { clientX: x, clientY: y, button, pointerId: 1, bubbles: true };
    this.button(card).dispatchEvent(new PointerEvent(`pointer${kind}`, at));
  }

  /** As a browser has it: the click of a press comes right behind its end, far from its start too. */
  drag(card: string, dx: number, dy: number): void {
    this.pointer("down", card, 50, 300);
    this.pointer("move", card, 50 + dx / 2, 300 + dy / 2);
    this.pointer("move", card, 50 + dx, 300 + dy);
    this.pointer("up", card, 50 + dx, 300 + dy);
    this.button(card).click();
  }

  key(card: string, key: string): KeyboardEvent {
    const event = new KeyboardEvent("keydown", { key, cancelable: true });
    this.button(card).dispatchEvent(event);
    return event;
  }

  vanish(card: string): void {
    this.button(card).remove();
    this.held.buttons.delete(card);
    this.shown = this.shown.filter((each) => each !== card);
  }
}

describe("taps", () => {
  it("play what may be played, and say why another card may not", () => {
    const desk = new Desk();
    desk.button("AS").click();
    desk.button("QH").click();
    expect([desk.played, desk.refused]).toEqual([["QH"], ["AS"]]);
  });

  it("do nothing while it is another player's turn", () => {
    const desk = new Desk();
    desk.legal = null;
    desk.button("AS").click();
    desk.button("QH").click();
    expect([desk.played, desk.refused]).toEqual([[], []]);
  });

  it("play once, however often they come", () => {
    const desk = new Desk();
    for (let n = 0; n < 3; n += 1) desk.button("QH").click();
    expect(desk.played).toEqual(["QH"]);
  });
});

describe("a confirmed play", () => {
  beforeEach(() => change("confirmPlays", true));

  it("takes a second tap on the same card", () => {
    const desk = new Desk();
    desk.button("QH").click();
    expect([desk.held.lifted, desk.played]).toEqual(["QH", []]);
    expect(notices.polite).toContain("queen of hearts");
    desk.button("7H").click();
    expect([desk.held.lifted, desk.played]).toEqual(["7H", []]);
    desk.button("7H").click();
    expect([desk.held.lifted, desk.played]).toEqual([null, ["7H"]]);
  });

  it("is none of a card that may not be played", () => {
    const desk = new Desk();
    desk.button("AS").click();
    expect([desk.held.lifted, desk.refused]).toEqual([null, ["AS"]]);
  });

  it("is taken back by Escape, by the end of the turn, and where the card is gone", () => {
    const desk = new Desk();
    const lift = (): void => {
      desk.legal = new Set(desk.shown);
      desk.button("QH").click();
      expect(desk.held.settle()).toBe(false);
      expect(desk.held.lifted).toBe("QH");
    };
    lift();
    desk.key("QH", "Escape");
    expect(desk.held.lifted).toBe(null);
    lift();
    desk.legal = null;
    expect([desk.held.settle(), desk.held.lifted]).toEqual([true, null]);
    lift();
    desk.vanish("QH");
    expect([desk.held.settle(), desk.held.lifted]).toEqual([true, null]);
    expect(desk.played).toEqual([]);
  });

  it("is not asked for where the card is carried to the table", () => {
    const desk = new Desk();
    desk.drag("QH", 0, -120);
    expect([desk.held.lifted, desk.played]).toEqual([null, ["QH"]]);
  });
});

describe("a drag", () => {
  it("plays a card that is carried far enough up, once", () => {
    const desk = new Desk();
    desk.drag("QH", 10, -70);
    expect(desk.played).toEqual([]);
    expect(desk.dropped).toEqual([["QH", 10, -70]]);
    desk.drag("QH", 10, -71);
    expect(desk.played).toEqual(["QH"]);
  });

  it("refuses what may not be played, and is silent where nothing may", () => {
    const desk = new Desk();
    desk.drag("AS", 0, -120);
    desk.legal = null;
    desk.drag("QH", 0, -120);
    expect([desk.played, desk.refused]).toEqual([[], ["AS"]]);
  });

  it("moves its card with the finger, and lets it fall back", () => {
    const desk = new Desk();
    desk.pointer("down", "QH", 50, 300);
    desk.pointer("move", "QH", 53, 297);
    expect(desk.held.dragOf("QH"), "a finger is never quite still").toBe(null);
    desk.pointer("move", "QH", 60, 280);
    expect(desk.held.dragOf("QH")).toMatchObject({ dx: 10, dy: -20 });
    expect(desk.held.dragOf("7H")).toBe(null);
    desk.pointer("move", "QH", 51, 300);
    expect(desk.held.dragOf("QH"), "back where it was, and still held").toMatchObject({ dx: 1 });
    desk.pointer("up", "QH", 51, 300);
    expect(desk.held.dragOf("QH")).toBe(null);
  });

  it("ends with no tap; the next one counts again", async () => {
    const desk = new Desk();
    desk.drag("QH", 0, -20);
    expect(desk.played).toEqual([]);
    // The keyboard clicks with no pointer before it.
    await vi.waitFor(() => {
      desk.button("QH").click();
      expect(desk.played).toEqual(["QH"]);
    });
  });

  it("that is not far is a tap", () => {
    const desk = new Desk();
    desk.drag("QH", 3, -4);
    expect([desk.played, desk.dropped]).toEqual([["QH"], []]);
  });

  it("is none with another button, of a card that lies fast, and after it was broken off", () => {
    const desk = new Desk({ mayDrag: (card) => card !== "7H" });
    desk.pointer("down", "QH", 50, 300, 2);
    desk.pointer("move", "QH", 50, 100);
    desk.pointer("up", "QH", 50, 100);
    desk.pointer("down", "7H", 50, 300);
    desk.pointer("move", "7H", 50, 100);
    desk.pointer("up", "7H", 50, 100);
    desk.pointer("down", "QH", 50, 300);
    desk.pointer("move", "QH", 50, 100);
    desk.pointer("cancel", "QH");
    expect(desk.held.dragOf("QH")).toBe(null);
    desk.pointer("up", "QH", 50, 100);
    expect([desk.played, desk.dropped, desk.refused]).toEqual([[], [], []]);
    // A finger that the page took to scroll gives no click, and the next tap is one.
    desk.drag("QH", 0, 0);
    expect(desk.played).toEqual(["QH"]);
  });

  it("that was broken off leaves the next key what it is", () => {
    const desk = new Desk();
    desk.pointer("down", "QH", 50, 300);
    desk.pointer("move", "QH", 50, 100);
    desk.pointer("cancel", "QH");
    desk.held.click("QH");
    expect(desk.played).toEqual(["QH"]);
  });

  it("is over where the clock plays the card meanwhile, and its button is gone", () => {
    const desk = new Desk();
    desk.pointer("down", "QH", 50, 300);
    desk.pointer("move", "QH", 50, 100);
    desk.held.settle();
    expect(desk.held.dragOf("QH"), "the hand has it still").not.toBe(null);
    desk.vanish("QH");
    desk.held.settle();
    expect(desk.held.dragOf("QH"), "it may be dealt to the same hand again").toBe(null);
    desk.button("7H").click();
    expect([desk.played, desk.refused]).toEqual([["7H"], []]);
  });
});

describe("keys", () => {
  it("go round the hand, to its ends, and no other key is taken", () => {
    const desk = new Desk();
    const to = (key: string): string | null => {
      const from = desk.held.stop ?? "";
      expect(desk.key(from, key).defaultPrevented).toBe(true);
      expect(document.activeElement).toBe(desk.button(desk.held.stop ?? ""));
      return desk.held.focused;
    };
    expect(["ArrowRight", "ArrowRight", "ArrowRight"].map(to)).toEqual(["QH", "7H", "AS"]);
    expect(["ArrowLeft", "Home", "End"].map(to)).toEqual(["7H", "AS", "7H"]);
    expect(desk.key("7H", "a").defaultPrevented).toBe(false);
    expect(desk.held.focused).toBe("7H");
  });

  it("come to the first card where the one they were on is gone", () => {
    const desk = new Desk();
    desk.button("QH").focus();
    expect(desk.held.stop).toBe("QH");
    desk.vanish("QH");
    expect(desk.held.stop).toBe("AS");
    for (const card of ["AS", "7H"]) desk.vanish(card);
    expect(desk.held.stop).toBe(undefined);
  });

  it("of the hand's own come first", () => {
    const taken: string[] = [];
    const desk = new Desk({
      onkey: ({ key, altKey }, card) => {
        taken.push(`${card} ${key}`);
        return key === "ArrowRight" && !altKey;
      },
    });
    expect(desk.key("AS", "ArrowRight").defaultPrevented).toBe(false);
    expect(desk.held.focused).toBe(null);
    desk.key("AS", "End");
    expect(desk.held.focused).toBe("7H");
    expect(taken).toEqual(["AS ArrowRight", "AS End"]);
  });
});
