import { KozyrError, Refused } from "@kozyr/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { needTexts, speak } from "./i18n/index.svelte.ts";
import { dismissAll, notices } from "./notices.svelte.ts";
import { attempt, errorText, session } from "./session.svelte.ts";

beforeEach(async () => {
  await needTexts("errors");
  await speak("en");
});
// Other tests share the page.
afterEach(dismissAll);

it("tells errors in the language of the page, with what was wrong", async () => {
  const error = new Refused("bad_seats", "for programmers", { facts: { min: 3, max: 7 } });
  expect(errorText(error)).toBe("This game is for 3 to 7 players.");
  await speak("ru");
  expect(errorText(error)).toBe("В эту игру играют от 3 до 7 человек.");
});

it("takes a code that it does not know by whether it may pass", () => {
  expect(errorText(new Refused("newer", "?"))).toBe("The server refused this (newer).");
  expect(errorText(new Refused("newer", "?", { temporary: true }))).toMatch(/Try again/);
  expect(errorText(new TypeError("ours"))).toMatch(/Something went wrong/);
});

it("tells why the line was closed for good", () => {
  const closed = (close: number) => new KozyrError("final_close", "", { facts: { close } });
  expect(errorText(closed(4504))).toBe("You may not play on this server.");
  expect(errorText(closed(4505))).toMatch(/key in this browser/);
  expect(errorText(closed(4999))).toMatch(/Load the page again/);
});

it("shows why something was refused, and answers null", async () => {
  expect(await attempt(Promise.resolve(7))).toBe(7);
  expect(await attempt(Promise.reject(new KozyrError("room_full", "")))).toBeNull();
  expect(notices.shown.map((each) => each.text)).toEqual(["All seats are taken."]);
});

it("keeps no message in a language that the page speaks no more", async () => {
  await attempt(Promise.reject(new KozyrError("room_full", "")));
  await speak("en");
  expect(notices.shown.map((each) => each.text)).toEqual(["All seats are taken."]);
  await speak("ru");
  expect(notices.shown).toEqual([]);
});

it("is silent about what is no news", async () => {
  const before = notices.shown.length;
  expect(await attempt(Promise.reject(new KozyrError("stale", "")))).toBeNull();
  expect(
    await attempt(() => Promise.reject(new KozyrError("room_full", "")), ["room_full"]),
  ).toBeNull();
  expect(notices.shown).toHaveLength(before);
});

it("says of what was given up with its page whether it was sent", async () => {
  const given = async (sent: boolean): Promise<(string | undefined)[]> => {
    const error = new KozyrError("unfollowed", "", { facts: { sent } });
    const before = notices.shown.at(-1)?.id ?? 0;
    expect(await attempt(Promise.reject(error))).toBeNull();
    return notices.shown.filter(({ id }) => id > before).map(({ text }) => text);
  };
  await speak("en");
  expect(await given(false)).toEqual([
    "Not sent: you left the table before the connection was back.",
  ]);
  expect(await given(true)).toEqual(["It is not known whether this was done. Look at the table."]);
  const before = session.connection;
  session.connection = { ...before, status: "online" };
  expect(await given(true)).toEqual([]);
  session.connection = before;
});

it("lets faults of the client through", async () => {
  await expect(attempt(Promise.reject(new TypeError("ours")))).rejects.toThrow("ours");
});

it("lets one write again when a silence is over by itself", () => {
  const until = (until_ms: number | null) => {
    const mute = { kind: "mute", until_ms, reason: "" };
    session.me = {
      type: "you",
      id: null,
      player: "p1",
      name: "Anna",
      claimed: false,
      ignored: [],
      sanctions: [mute],
    };
    return session.mute;
  };
  expect(until(null)).not.toBeNull();
  expect(until(Date.now() + 60_000)).not.toBeNull();
  expect(until(Date.now() - 1)).toBeNull();
  session.me = null;
});
