import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import Talk from "./Talk.svelte";
import { needTexts, speak } from "$lib/i18n/index.svelte.ts";
import { session, type Room, type RoomState } from "$lib/session.svelte.ts";

const line = (n: number, text: string, more: object = {}) => ({
  ...{ n, player: "p-bob", name: "Bob", seat: 1, text, at_ms: n, phrase: null },
  ...{ hidden: false, by_host: false, ...more },
});

function shown(view: object, chat: object[]): { asked: object[]; unmount: () => void } {
  const asked: object[] = [];
  const room = {
    ask: (command: object) => {
      asked.push(command);
      return Promise.resolve(null);
    },
  } as unknown as Room;
  const now = {
    room: "a3k7qm2vzx5twd",
    chat,
    view: { host: "p-anna", seats: [], silenced: [], slow_s: 0, ...view },
  } as unknown as RoomState;
  return { asked, ...render(Talk, { room, now }) };
}

function as(player: string): void {
  const welcome = { player, limits: { chat_chars: 400 } };
  session.connection = { ...session.connection, welcome } as unknown as typeof session.connection;
}

// The tests' browser draws nothing, and so cannot scroll.
Element.prototype.scrollTo = () => undefined;

beforeEach(async () => {
  await needTexts("room");
  await speak("en");
});

describe("the talk at a table", () => {
  it("shows what was taken away as such, and by whom", () => {
    as("p-carl");
    const chat = [
      ...[line(1, "Hello"), line(2, "", { hidden: true, by_host: true })],
      line(3, "", { hidden: true }),
    ];
    const { unmount } = shown({ slow_s: 30 }, chat);
    const words = [...document.querySelectorAll(".text")].map((each) => each.textContent.trim());
    expect(words).toEqual(["Hello", "Hidden by the host.", "Hidden by a moderator."]);
    expect(screen.getByText("Slow mode: one line every 30 seconds.")).toBeTruthy();
    expect(screen.queryByRole("combobox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Take away the line of Bob" })).toBeNull();
    unmount();
  });

  it("lets the host take lines away and slow it down", () => {
    as("p-anna");
    const chat = [line(1, "Fools"), line(2, "", { hidden: true, by_host: true })];
    const { asked, unmount } = shown({ slow_s: 45 }, chat);
    screen.getByRole("button", { name: "Take away the line of Bob" }).click();
    const paces = screen.getByRole<HTMLSelectElement>("combobox", { name: "Slow mode" });
    expect([...paces.options].map((each) => each.text)).toEqual([
      ...["off", "10 seconds", "30 seconds", "45 seconds", "60 seconds", "300 seconds"],
    ]);
    expect(paces.selectedOptions[0]?.text).toBe("45 seconds");
    paces.selectedIndex = 2;
    paces.dispatchEvent(new Event("change", { bubbles: true }));
    expect(asked).toEqual([
      { type: "hide", n: 1 },
      { type: "slow_mode", seconds: 30 },
    ]);
    unmount();
  });
});
