import { render, screen, within } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { expect, it, vi } from "vitest";
import Dialog from "./Dialog.svelte";
import LiveRegion from "./LiveRegion.svelte";
import { dialogs } from "./dialogs.svelte.ts";
import { announce, dismiss, notices, notify } from "$lib/notices.svelte.ts";

const children = createRawSnippet(() => ({ render: () => "<p>words</p>" }));

it("tells what is new while it is open, and nothing that was said before", async () => {
  announce("said before");
  await vi.waitFor(() => expect(notices.heard.at(-1)?.text).toContain("said before"));
  const { rerender } = render(Dialog, { open: true, title: "First", children });
  await tick();
  const inside = within(screen.getByRole("dialog", { name: "First" }));
  announce("said now");
  const shown = notify("shown now");
  await tick();
  expect(await inside.findByText(/said now/)).toBeTruthy();
  expect(inside.getByText("shown now")).toBeTruthy();
  expect(inside.queryByText(/said before/)).toBeNull();

  // Under another dialog it is silent itself.
  const second = render(Dialog, { open: true, title: "Second", children });
  await tick();
  const above = within(screen.getByRole("dialog", { name: "Second" }));
  expect(above.getByText("shown now")).toBeTruthy();
  expect(inside.queryByText("shown now")).toBeNull();
  second.unmount();
  await tick();
  expect(inside.getByText("shown now")).toBeTruthy();
  await rerender({ open: false });
  expect(dialogs.top).toBeNull();
  dismiss(shown);
});

it("gives the focus back, also where it is taken away while it is open", async () => {
  const button = document.body.appendChild(document.createElement("button"));
  button.focus();
  const { unmount } = render(Dialog, { open: true, title: "First", children });
  await tick();
  screen.getByRole("button", { name: "Close" }).focus();
  unmount();
  await vi.waitFor(() => expect(document.activeElement).toBe(button));
  button.remove();
});

it("begins at its heading, not at the button that closes it", async () => {
  const { unmount } = render(Dialog, { open: true, title: "First", children });
  await tick();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "First" }));
  unmount();
});

it("leaves nothing in the page that would be said again when it is closed", async () => {
  const { container } = render(LiveRegion);
  announce("once");
  await vi.waitFor(() => expect(container.textContent).toContain("once"));
  const { unmount } = render(Dialog, { open: true, title: "First", children });
  await tick();
  announce("within");
  await screen.findByText(/within/);
  unmount();
  await tick();
  expect(container.textContent.trim()).toBe("");
  announce("after");
  await vi.waitFor(() => expect(container.textContent.trim()).toMatch(/^after\.?$/));
});
