/** Quick match: what one looks for, who waits as well, and the way to the table that was found. */
import type { server } from "@kozyr/client";
import { takeMatch, warmTable } from "./start.svelte.ts";
import { needTexts, t } from "$lib/i18n/index.svelte.ts";
import { announce, notify } from "$lib/notices.svelte.ts";
import type { Seat } from "$lib/seat.svelte.ts";
import { attempt, session } from "$lib/session.svelte.ts";

const PLACE = "kozyr.match";
/** A table that was being opened may still come so long after the search has ended. */
const LATE_MS = 30_000;

class Matching {
  /** The games that are looked for; empty: none. */
  games: readonly string[] = $state.raw([]);
  /** People who wait for one of the same tables, oneself included. */
  waiting = $state(0);
  botsOffered = $state(false);
  /** When the search began, by the page's clock. */
  since = $state(0);
  /** The same, Unix time in ms. */
  #since_ms = 0;
  #openUntil = 0;

  get isActive(): boolean {
    return this.games.length > 0;
  }

  /** Be told of tables from now on, and go on with what a page looked for before it was loaded anew. */
  listen(): () => void {
    const stops = [
      session.client.on("matching", (message) => this.#told(message)),
      session.client.on("matched", ({ room }) => void this.#found(room)),
      // A ticket ends with the line; asked again within the moment it keeps its place.
      session.client.on("welcome", () => {
        if (this.isActive) void this.#ask(false);
      }),
    ];
    const before = stored();
    if (before.length > 0) {
      this.#begin(before);
      if (session.isOnline) void this.#ask(false);
    }
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Look for a table of one of these games. */
  async start(games: readonly string[]): Promise<void> {
    await needTexts("match");
    this.#begin(games);
    for (const game of games.slice(0, 2)) warmTable(game);
    await this.#ask(false);
  }

  /** Begin at once, with bots in the seats that are left. */
  async withBots(): Promise<void> {
    await this.#ask(true);
  }

  /** Whoever plays at another table by now is not to be taken from it. */
  look(seat: Seat | null): void {
    if (!this.isActive || seat === null || seat.waits || seat.at_ms < this.#since_ms) return;
    notify(t("match-seated"));
    void this.stop();
  }

  async stop(): Promise<void> {
    this.#end();
    this.#openUntil = 0;
    await attempt(session.client.ask({ type: "unmatch" }));
  }

  #begin(games: readonly string[]): void {
    void needTexts("match");
    this.games = games;
    this.since = performance.now();
    this.#since_ms = Date.now();
    this.waiting = 1;
    this.botsOffered = false;
    store(games);
  }

  async #ask(bots: boolean): Promise<void> {
    const wishes = this.games.map((game) => ({ game }));
    const answer = await attempt(
      session.client.ask({ type: "match", wishes, ...(bots ? { bots } : {}) }),
    );
    if (answer === null && !bots) this.#end();
  }

  #end(): void {
    if (this.isActive) this.#openUntil = performance.now() + LATE_MS;
    this.games = [];
    store([]);
  }

  #told({ waiting, bots_offered }: server.Matching): void {
    if (!this.isActive) return;
    if (waiting === 0) return this.#end();
    this.waiting = waiting;
    this.botsOffered = bots_offered;
  }

  async #found(room: string): Promise<void> {
    // It is told to all windows of a person; the one that looked for it goes there.
    if (!this.isActive && performance.now() > this.#openUntil) return;
    this.#end();
    this.#openUntil = 0;
    await needTexts("match");
    announce(t("match-found"), { urgent: true });
    await takeMatch(room);
  }
}

function stored(): readonly string[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function store(games: readonly string[]): void {
  try {
    if (games.length > 0) sessionStorage.setItem(PLACE, JSON.stringify(games));
    else sessionStorage.removeItem(PLACE);
  } catch {
    // The search ends when the page is loaded anew.
  }
}

export const matching = new Matching();
