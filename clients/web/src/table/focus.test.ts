import { afterEach, expect, it, vi } from "vitest";
import { keepFocus, toGame } from "./focus.svelte.ts";

let stop: (() => void) | null = null;
afterEach(() => {
  stop?.();
  document.body.replaceChildren();
});

function board(inside: string): HTMLElement {
  document.body.innerHTML = `<div id="board" tabindex="-1">${inside}</div>`;
  const found = document.body.querySelector<HTMLElement>("#board") as HTMLElement;
  stop = keepFocus(found);
  return found;
}

const focused = (): string => document.activeElement?.textContent ?? "";
const HAND =
  '<div class="hand"><button tabindex="-1">7</button><button tabindex="0">8</button></div>';

it("is with the cards when a bid was made", async () => {
  const table = board(`<div class="decision"><button>one</button></div>${HAND}`);
  table.querySelector<HTMLElement>(".decision button")?.focus();
  table.querySelector(".decision")?.replaceChildren();
  await vi.waitFor(() => expect(focused()).toBe("8"));
});

it("waits on the board, and goes on where there is something to decide", async () => {
  const table = board('<button class="ready">ready</button>');
  table.querySelector<HTMLElement>(".ready")?.focus();
  table.querySelector(".ready")?.remove();
  await vi.waitFor(() => expect(document.activeElement).toBe(table));
  table.insertAdjacentHTML("beforeend", `<div class="decision"><button>one</button></div>${HAND}`);
  await vi.waitFor(() => expect(focused()).toBe("one"));
});

it("is left alone where it was put elsewhere", async () => {
  const table = board(`<button class="gone">gone</button>${HAND}`);
  const other = document.body.appendChild(document.createElement("button"));
  table.querySelector<HTMLElement>(".gone")?.focus();
  other.focus();
  table.querySelector(".gone")?.remove();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(other);
  toGame(table);
  expect(focused()).toBe("8");
});
