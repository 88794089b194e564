/**
 * What opened the rooms that are not open to all, as long as this tab lives: after a lost line, or
 * when the page is loaded again, it opens them once more. The storage of a tab is read by nobody
 * else; codes and passwords are in no address that a server sees.
 */
import type { FollowOptions } from "@kozyr/client";

export type Entry = Pick<FollowOptions, "code" | "password">;

const PLACE = "kozyr.entries";
const MOST = 32;
const ROOM = /^[\w-]{1,32}$/;
const CODE = /^[\w-]{1,32}$/;

/** Whether a part of an address can be a room's id; the server takes no other. */
export function isRoom(text: string): boolean {
  return ROOM.test(text);
}

/** The code in what was given as one: a link of an invitation, or what stands behind its `#`. */
export function codeIn(text: string): string | null {
  const code = text.trim().split("#").at(-1) ?? "";
  return CODE.test(code) ? code : null;
}

function all(): Record<string, Entry> {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "{}") as Record<string, Entry>;
  } catch {
    return {};
  }
}

/** Code and password by which this tab came into a room; empty where it needed none. */
export function entryOf(room: string): Entry {
  return all()[room] ?? {};
}

/** Keep what opened a room; the last few rooms are known. */
export function keepEntry(room: string, { code, password }: Entry): void {
  const { [room]: before, ...others } = all();
  const entry = {
    ...before,
    ...(code == null ? {} : { code }),
    ...(password == null ? {} : { password }),
  };
  const kept = [...Object.entries(others), [room, entry] as const].slice(-MOST);
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // The room is asked for again after the page is loaded anew.
  }
}

/** The address that invites people to a room; a code is behind the `#`, which no server is sent. */
export function invitation(room: string, code: string | null, origin = location.origin): string {
  return `${origin}/room/${room}${code === null ? "" : `#${code}`}`;
}
