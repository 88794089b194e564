/** One page of the lobby's tables, kept up to date as long as somebody looks at it. */
import { untrack } from "svelte";
import { KozyrError, type Lobby, type LobbyFilter, type LobbyState } from "@kozyr/client";
import { attempt, session } from "$lib/session.svelte.ts";

export interface Filter {
  readonly game: string | null;
  readonly preset: string | null;
  readonly language: string | null;
  readonly free: boolean;
}

export const ANY: Filter = { game: null, preset: null, language: null, free: false };

export class LobbyView {
  state: LobbyState | null = $state.raw(null);
  filter: Filter = $state.raw(ANY);
  /** Why the tables cannot be shown, or null. */
  error: KozyrError | null = $state.raw(null);
  /** A page was asked for and is not there yet. */
  busy = $state(false);
  /** Where the pages before this one begin, the first one first. */
  #before: (string | null)[] = $state([]);
  #after: string | null = null;
  #lobby: Lobby | null = null;
  #stop: (() => void) | null = null;
  #isOver = false;

  /** Come in; answers how to go. */
  open(): () => void {
    // Another filter is another page of the same stay.
    untrack(() => void this.#enter());
    return () => {
      this.#isOver = true;
      this.#stop?.();
      this.#lobby?.leave().catch(() => undefined);
    };
  }

  get page(): number {
    return this.#before.length + 1;
  }

  get isFiltered(): boolean {
    const { game, language, free } = this.filter;
    return game !== null || language !== null || free;
  }

  choose(change: Partial<Filter>): void {
    const next = { ...this.filter, ...change };
    // A preset belongs to its game.
    if (change.game !== undefined && change.game !== this.filter.game) next.preset = null;
    this.filter = next;
    this.#before = [];
    this.#after = null;
    void this.#enter();
  }

  next(): void {
    const after = this.state?.next;
    if (after == null) return;
    this.#before.push(this.#after);
    this.#after = after;
    void this.#enter();
  }

  back(): void {
    this.#after = this.#before.pop() ?? null;
    void this.#enter();
  }

  say(text: string): Promise<unknown> {
    return attempt(this.#lobby?.say(text) ?? Promise.resolve(null));
  }

  sayPhrase(phrase: string): Promise<unknown> {
    return attempt(this.#lobby?.sayPhrase(phrase) ?? Promise.resolve(null));
  }

  async #enter(): Promise<void> {
    this.busy = true;
    this.error = null;
    const filter = wire(this.filter, this.#after);
    try {
      if (this.#lobby !== null) {
        await this.#lobby.enter(filter);
      } else {
        const lobby = await session.client.lobby(filter);
        if (this.#isOver) {
          lobby.leave().catch(() => undefined);
          return;
        }
        this.#lobby = lobby;
        this.#stop = lobby.subscribe((state) => (this.state = state));
      }
    } catch (error) {
      if (!(error instanceof KozyrError)) throw error;
      this.error = error;
    } finally {
      this.busy = false;
    }
  }
}

/** What is asked of the server: only what narrows the list. */
export function wire(filter: Filter, after: string | null): LobbyFilter {
  const { game, preset, language, free } = filter;
  return {
    ...(game === null ? {} : { game }),
    ...(preset === null ? {} : { preset }),
    ...(language === null ? {} : { language }),
    ...(free ? { free } : {}),
    ...(after === null ? {} : { after }),
  };
}
