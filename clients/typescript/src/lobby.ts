/** The lobby: one page of rooms, kept up to date, its chat, and how many people are there. */

import { type ChatLine, withLine } from "./following.ts";
import type { LobbyChanged, RoomSummary } from "./generated/server.ts";
import { type Listener, Observable, type Unsubscribe } from "./listeners.ts";
import type { CommandOf, Done, ServerMessageOf } from "./messages.ts";
import type { Client } from "./client.ts";

/** Which rooms are wanted, and the page: `after` is `next` of the one before. */
export type LobbyFilter = Omit<CommandOf<"lobby">, "type" | "id">;

/** All that is known of the lobby at one moment. */
export interface LobbyState {
  readonly filter: LobbyFilter;
  /** Whether it is kept up to date now; false while the line is away. */
  readonly live: boolean;
  /** The page: those with free seats first, then by id. */
  readonly rooms: readonly RoomSummary[];
  /** For the next page; null: this is the last. */
  readonly next: string | null;
  /** Rooms that the filter leaves, on all pages. */
  readonly total: number;
  /** People who are connected. */
  readonly online: number;
  /** The last lines of chat, oldest first. */
  readonly chat: readonly ChatLine[];
  /** Nobody but the admins may write now. */
  readonly readOnly: boolean;
  /** Seconds that everybody has to wait between two lines. */
  readonly slowS: number;
  /** What the host has to say to all. */
  readonly announcement: string;
}

/** The lobby, as long as it is not left. Made by `Client.lobby`. */
export class Lobby {
  readonly #client: Client;
  readonly #state: Observable<LobbyState>;
  readonly #subscriptions: readonly Unsubscribe[];
  #isLeft = false;

  constructor(client: Client, filter: LobbyFilter) {
    this.#client = client;
    this.#state = new Observable<LobbyState>({
      ...{ filter, live: false, rooms: [], next: null, total: 0, online: 0, chat: [] },
      ...{ readOnly: false, slowS: 0, announcement: "" },
    });
    this.#subscriptions = [
      client.on("lobby_changed", (message) => {
        this.#change(message);
      }),
      client.on("lobby_chat", ({ line }) => {
        this.#state.change({ chat: withLine(this.state.chat, line) ?? this.state.chat });
      }),
      client.subscribe(({ status }) => {
        if (status !== "online") this.#state.change({ live: false });
      }),
      // Being in the lobby ends with the line. What is refused then shows as not live.
      client.on("welcome", () => {
        this.enter(this.state.filter).catch(() => undefined);
      }),
    ];
  }

  /** All that is known now. */
  get state(): LobbyState {
    return this.#state.value;
  }

  /** Call `run` with the state now and whenever it changes: a store as Svelte knows them. */
  subscribe(run: Listener<LobbyState>): Unsubscribe {
    return this.#state.subscribe(run);
  }

  /**
   * Look at another page, or at other rooms.
   *
   * @throws Refused: `unknown_game`, `unknown_preset`, `too_fast`.
   */
  async enter(filter: LobbyFilter): Promise<void> {
    this.#state.change({ filter });
    this.#take(await this.#client.ask({ type: "lobby", ...filter }), filter);
  }

  /** Say something to all who are in the lobby. It is never sent twice. */
  say(text: string): Promise<Done> {
    return this.#client.ask({ type: "lobby_chat", text });
  }

  /** Say a quick phrase, which each reads in his language. */
  sayPhrase(phrase: string): Promise<Done> {
    return this.#client.ask({ type: "lobby_chat", phrase });
  }

  /** Hear no more of the lobby. */
  async leave(): Promise<void> {
    if (this.#isLeft) return;
    this.drop();
    await this.#client.ask({ type: "leave_lobby" });
  }

  /** Forget the lobby without a word to the server; called by the client. */
  drop(): void {
    this.#isLeft = true;
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    this.#state.change({ live: false });
  }

  #take(answer: ServerMessageOf<"lobby">, filter: LobbyFilter): void {
    if (this.#isLeft || filter !== this.state.filter) return;
    const { rooms, next, total, online, chat, announcement } = answer;
    this.#state.change({
      ...{ live: true, rooms, next, total, online, chat, announcement },
      ...{ readOnly: answer.read_only, slowS: answer.slow_s },
    });
  }

  #change(message: LobbyChanged): void {
    const { next, total, online, read_only: readOnly, slow_s: slowS } = message;
    const gone = new Set([...message.gone, ...message.rooms.map(({ room }) => room)]);
    const kept = this.state.rooms.filter(({ room }) => !gone.has(room));
    const rooms = [...kept, ...message.rooms].sort(inOrder);
    this.#state.change({ rooms, next, total, online, readOnly, slowS });
  }
}

function inOrder(one: RoomSummary, other: RoomSummary): number {
  const isFree = ({ phase, seats, taken }: RoomSummary) => phase === "waiting" && taken < seats;
  if (isFree(one) !== isFree(other)) return isFree(one) ? -1 : 1;
  return one.room < other.room ? -1 : 1;
}
