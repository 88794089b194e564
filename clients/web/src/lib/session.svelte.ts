/**
 * The one connection of the page, as Svelte sees it: `session.connection`, `session.player`, rooms
 * by `followed(id)`, commands by `attempt(…)`. All knowledge of the protocol is in the SDK.
 */
import {
  Client,
  KozyrError,
  storedTokens,
  type ConnectionState,
  type FollowOptions,
  type Room,
  type RoomState,
  type TextStorage,
  type server,
} from "@kozyr/client";
import { untrack } from "svelte";
import { entryOf, isRoom, keepEntry } from "./entries.ts";
import { programOf } from "./device.ts";
import { ticking } from "./clock.svelte.ts";
import { codeOf } from "./ending.ts";
import { hasText, needTexts, t } from "./i18n/index.svelte.ts";
import { notify } from "./notices.svelte.ts";
import { forgetSeat, watchSeat } from "./seat.svelte.ts";
import { settings } from "./settings.svelte.ts";

export type { ConnectionState, Room, RoomState } from "@kozyr/client";

function address(): string {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`;
}

class Session {
  readonly client: Client;
  /** How the connection stands; see the SDK. */
  connection: ConnectionState = $state.raw({
    status: "idle",
    welcome: null,
    retryAt: null,
    notice: null,
    error: null,
  });
  isOffline = $state(!navigator.onLine);
  /** Who one is here, whom one does not hear, what one may not do; null before the greeting. */
  me: server.You | null = $state.raw(null);

  constructor(client: Client) {
    this.client = client;
    client.subscribe((state) => (this.connection = state));
    client.on("welcome", ({ player, name, claimed, sanctions }) => {
      const ignored = this.me?.player === player ? this.me.ignored : [];
      this.me = { type: "you", id: null, player, name, claimed, ignored, sanctions };
      // Whom one does not hear is no part of the greeting.
      client.ask({ type: "me" }).catch(() => undefined);
    });
    client.on("you", (you) => (this.me = you));
    client.on("sanction", ({ sanction, lifted }) => {
      if (this.me === null) return;
      const others = this.me.sanctions.filter((each) => each.kind !== sanction.kind);
      this.me = { ...this.me, sanctions: lifted ? others : [...others, sanction] };
    });
  }

  /** What one may not do now: what has an end is over by itself, and nobody tells it. */
  get sanctions(): readonly server.Sanction[] {
    const all = this.me?.sanctions ?? [];
    if (all.every((each) => each.until_ms === null)) return all;
    ticking();
    return all.filter(({ until_ms }) => until_ms === null || until_ms > Date.now());
  }

  /** What keeps one from writing now, or null. */
  get mute(): server.Sanction | null {
    return this.sanctions.find((each) => each.kind === "mute") ?? null;
  }

  /** The own public id; null before the first greeting. */
  get player(): string | null {
    return this.connection.welcome?.player ?? null;
  }

  get name(): string {
    return this.me?.name ?? this.connection.welcome?.name ?? "";
  }

  get isOnline(): boolean {
    return this.connection.status === "online";
  }

  /** Connect, and stay so as long as the page. */
  start(): void {
    void needTexts("errors");
    const wake = (): void => {
      this.isOffline = !navigator.onLine;
      if (document.visibilityState === "visible") this.client.wake();
    };
    for (const event of ["online", "offline", "pageshow"]) addEventListener(event, wake);
    document.addEventListener("visibilitychange", wake);
    // Why there is no connection is in the state, which the header shows.
    this.client.connect().catch(() => undefined);
  }
}

// Where cookies are blocked, only to name the storage fails already.
const storage: TextStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};

export const session = new Session(
  new Client({
    url: address(),
    program: programOf(navigator.userAgent),
    language: settings.language,
    tokens: storedTokens(storage),
  }),
);

/** Forget who one was in this browser; the page begins anew as a guest. */
export function forgetMe(): void {
  try {
    localStorage.removeItem("kozyr.token");
  } catch {
    // Nothing was kept.
  }
  location.assign("/");
}

/** After these there is no seat to come back to. */
const FOR_GOOD = new Set(["no_such_room", "room_gone", "kicked"]);

/** What the server says of an address that no room can have, without asking it. */
export function noRoom(): KozyrError {
  return new KozyrError("no_such_room", "no room has such an id");
}

/** A room that a page follows; `state` and `error` are drawn from, and move by themselves. */
export class FollowedRoom {
  readonly id: string;
  room: Room | null = $state.raw(null);
  state: RoomState | null = $state.raw(null);
  /** Why the room is not followed; null: it is, or it is being asked for. */
  error: KozyrError | null = $state.raw(null);
  /** Done when the room was shown for the first time, or refused. */
  asked: Promise<void> = Promise.resolve();
  #unsubscribe: (() => void) | null = null;
  #isOver = false;

  constructor(id: string) {
    this.id = id;
  }

  async follow(options: FollowOptions): Promise<void> {
    try {
      this.error = null;
      if (!isRoom(this.id)) throw noRoom();
      const room = await session.client.follow(this.id, options);
      if (this.#isOver) return;
      this.room = room;
      this.#unsubscribe = room.subscribe((state) => {
        this.state = state;
        if (state.ended) this.error = state.error;
        watchSeat(state);
        if (state.error !== null && FOR_GOOD.has(state.error.code)) forgetSeat(this.id);
      });
    } catch (error) {
      if (!(error instanceof KozyrError)) throw error;
      if (FOR_GOOD.has(error.code)) forgetSeat(this.id);
      if (!this.#isOver) this.error = error;
    }
  }

  /** The page is left; the room is followed no more unless another page does. */
  close(): void {
    this.#isOver = true;
    this.#unsubscribe?.();
  }
}

/** Rooms that are followed, and by how many pages. */
const shared = new Map<string, { readonly following: FollowedRoom; pages: number }>();

/**
 * Follow a room as long as a page needs it. To be called in an effect, which returns `close`:
 *
 *     let room: FollowedRoom | null = $state.raw(null);
 *     $effect(() => { const [followed, close] = followed(id); room = followed; return close; });
 *
 * A room that is followed already is shown at once, however it was opened then.
 */
export function followed(id: string, options: FollowOptions = {}): [FollowedRoom, () => void] {
  if (options.code != null || options.password != null) keepEntry(id, options);
  const known = shared.get(id);
  const isKnown = known !== undefined && untrack(() => known.following.error === null);
  const own = isKnown ? known : { following: new FollowedRoom(id), pages: 0 };
  own.pages += 1;
  const { following } = own;
  if (!isKnown) {
    shared.set(id, own);
    following.asked = following.follow({ ...entryOf(id), ...options });
  }
  const close = (): void => {
    own.pages -= 1;
    if (own.pages > 0) return;
    following.close();
    if (shared.get(id) === own) shared.delete(id);
    // What was refused is not followed; another page may be at its door already.
    if (following.room === null && following.error !== null) return;
    // Whoever only turned to another page of the same room comes back within the moment.
    setTimeout(() => {
      if (!shared.has(id)) void session.client.unfollow(id).catch(() => undefined);
    }, 0);
  };
  return [following, close];
}

function facts(error: KozyrError): Record<string, string | number> {
  const given = Object.entries(error.facts).filter(
    (each): each is [string, string | number] =>
      typeof each[1] === "string" || typeof each[1] === "number",
  );
  return Object.fromEntries(given);
}

/** Whether a command was given up because its page was left. */
function isLeft(error: KozyrError): boolean {
  return error.code === "unfollowed";
}

/** A sentence about an error, in the language of the page. */
export function errorText(error: unknown): string {
  if (!(error instanceof KozyrError)) return t("error-unexpected");
  // The page was left with it on its way; whether it came through, nobody heard.
  if (isLeft(error) && error.facts["sent"] === true) return t("error-outcome_unknown");
  const key = `error-${codeOf(error)}`;
  if (hasText(key)) return t(key, facts(error));
  return error.temporary ? t("error-temporary") : t("error-refused", { code: error.code });
}

/** Answers that are no news to anybody: what was asked for came too late, or is so already. */
const SILENT = new Set(["stale", "closed"]);

function isNoNews(error: KozyrError): boolean {
  // On a line that is up the server has what was sent.
  const isThere = session.isOnline && !session.isOffline;
  return SILENT.has(error.code) || (isLeft(error) && error.facts["sent"] === true && isThere);
}

/**
 * Do something that may be refused, and say why if it is. Answers null then.
 *
 * @param silent codes that the caller shows by itself, or not at all
 */
export async function attempt<T>(
  work: Promise<T> | (() => Promise<T>),
  silent: readonly string[] = [],
): Promise<T | null> {
  try {
    return await (typeof work === "function" ? work() : work);
  } catch (error) {
    if (!(error instanceof KozyrError)) throw error;
    if (!isNoNews(error) && !silent.includes(error.code)) {
      await needTexts("errors");
      notify(errorText(error), "bad");
    }
    return null;
  }
}
