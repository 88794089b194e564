import { render, screen, within } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { expect, it } from "vitest";
import Dialog from "./Dialog.svelte";
import { dialogs } from "./dialogs.svelte.ts";
import { announce, dismiss, notify } from "$lib/notices.svelte.ts";

const children = createRawSnippet(() => ({ render: () => "<p>words</p>" }));

it("tells what is new while it is open, and nothing that was said before", async () => {
  announce("said before");
  const { rerender } = render(Dialog, { open: true, title: "First", children });
  await tick();
  const inside = within(screen.getByRole("dialog", { name: "First" }));
  announce("said now");
  const shown = notify("shown now");
  await tick();
  expect(inside.getByText("said now")).toBeTruthy();
  expect(inside.getByText("shown now")).toBeTruthy();
  expect(inside.queryByText("said before")).toBeNull();

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
