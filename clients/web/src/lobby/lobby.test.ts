import type { Lobby, LobbyFilter, LobbyState } from "@kozyr/client";
import { Refused } from "@kozyr/client";
import { afterEach, expect, it, vi } from "vitest";
import { LobbyView } from "./lobby.svelte.ts";
import { session } from "$lib/session.svelte.ts";

afterEach(() => vi.restoreAllMocks());

/** A lobby of three pages, and what it was asked for. */
function pages() {
  const asked: LobbyFilter[] = [];
  const follows: Record<string, string> = { first: "a", a: "b" };
  let tell: (state: LobbyState) => void = () => undefined;
  const leave = vi.fn(() => Promise.resolve());
  const enter = (filter: LobbyFilter): Promise<void> => {
    asked.push(filter);
    tell({ next: follows[filter.after ?? "first"] ?? null } as unknown as LobbyState);
    return Promise.resolve();
  };
  const lobby = {
    enter,
    leave,
    subscribe: (listener: typeof tell) => {
      tell = listener;
      tell({ next: "a" } as unknown as LobbyState);
      return () => undefined;
    },
  } as unknown as Lobby;
  const coming = vi.spyOn(session.client, "lobby").mockImplementation((filter = {}) => {
    asked.push(filter);
    return Promise.resolve(lobby);
  });
  return { asked, leave, coming };
}

it("turns the pages of the tables on and back, and begins anew with another filter", async () => {
  const { asked } = pages();
  const view = new LobbyView();
  const close = view.open();
  await vi.waitFor(() => expect(view.state?.next).toBe("a"));
  view.next();
  view.next();
  expect(view.page).toBe(3);
  // There is none after the last one.
  view.next();
  expect(view.page).toBe(3);
  view.back();
  expect(view.page).toBe(2);
  view.choose({ game: "king", preset: "king/old" });
  expect([view.page, view.filter.preset, view.isFiltered]).toEqual([1, null, true]);
  expect(asked).toEqual([{}, { after: "a" }, { after: "b" }, { after: "a" }, { game: "king" }]);
  close();
});

it("leaves a lobby that it came into after the page was left", async () => {
  const { leave } = pages();
  new LobbyView().open()();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
});

it("says why there are no tables, and is not busy with it any more", async () => {
  pages().coming.mockRejectedValue(new Refused("busy", "?"));
  const view = new LobbyView();
  view.open();
  await vi.waitFor(() => expect(view.error?.code).toBe("busy"));
  expect(view.busy).toBe(false);
});
