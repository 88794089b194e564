/** One player's connection to a server. It comes back by itself. */

import { newKey, newSeed, newToken } from "./chance.ts";
import type { Subprotocol } from "./codec.ts";
import { ConnectionEnded, type KozyrError } from "./errors.ts";
import type { Entry } from "./follower.ts";
import type { Following, Mode, RoomNews } from "./following.ts";
import type { Notice, Rooms, Welcome } from "./generated/server.ts";
import { Line, type LineOwner } from "./line.ts";
import { Lobby, type LobbyFilter } from "./lobby.ts";
import { type Listener, Listeners, Observable, type Unsubscribe } from "./listeners.ts";
import type {
  AnswerOf,
  Command,
  CommandOf,
  ServerMessage,
  ServerMessageOf,
  UnknownMessage,
  Unsent,
} from "./messages.ts";
import { PATIENCE, type Patience } from "./patience.ts";
import { Room, type RoomHost } from "./room.ts";
import { Session } from "./session.ts";
import { platformSocket, type SocketFactory } from "./socket.ts";
import { memoryTokens, type TokenStore } from "./tokens.ts";

/** What a client is made with. Only the address is needed. */
export interface ClientOptions {
  /** `ws://host:port/ws` or `wss://…`. */
  readonly url: string;
  /** To play under; null: the last one, or what the server proposes. */
  readonly name?: string | null;
  /** Name and version of the program, for the host's log. */
  readonly program?: string | null;
  /** Two letters, `ru`: in which language the server proposes a name. */
  readonly language?: string | null;
  /** Where the token is kept; without it the player is a guest as long as the program lives. */
  readonly tokens?: TokenStore;
  readonly subprotocol?: Subprotocol;
  readonly patience?: Partial<Patience>;
  /** Opens sockets; without it that of the platform. */
  readonly socket?: SocketFactory;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** Spreads waits; keys, tokens and seeds do not come from it. */
  readonly random?: () => number;
}

/** How a room is followed. */
export interface FollowOptions extends Entry {
  /** By events (the default), or by whole views. */
  readonly mode?: Mode;
  /** Whether to take part in the shuffles with a chain of one's own; true without it. */
  readonly fair?: boolean;
}

/** How the connection stands. */
export interface ConnectionState {
  /**
   * `idle`: not begun. `connecting`: a line is opened. `online`. `waiting`: until `retryAt`, after
   * a line was lost. `ended`: for good, see `error`.
   */
  readonly status: "idle" | "connecting" | "online" | "waiting" | "ended";
  /** The newest greeting: own id, name, limits. Its token is left out. */
  readonly welcome: Welcome | null;
  /** When the next line is tried, by the client's clock; null: not now. */
  readonly retryAt: number | null;
  /** The last notice of the server on this line, such as `draining`. */
  readonly notice: Notice | null;
  /** Why it ended; null: it has not, or the program closed it. */
  readonly error: KozyrError | null;
}

/** What is needed to open a room; its key is drawn where none is given. */
export type NewRoom = Omit<CommandOf<"create">, "type" | "id" | "key"> & { readonly key?: string };

/** One player's connection; it keeps what it follows over as many lines as it takes. */
export class Client implements RoomHost {
  readonly #now: () => number;
  readonly #tokens: TokenStore;
  readonly #state = new Observable<ConnectionState>({
    status: "idle",
    welcome: null,
    retryAt: null,
    notice: null,
    error: null,
  });
  readonly #messages = new Map<string, Listeners<unknown>>();
  readonly #rooms = new Map<string, Room>();
  readonly #session: Session;
  readonly #line: Line;

  constructor(options: ClientOptions) {
    this.#now = options.now ?? (() => performance.now());
    this.#tokens = options.tokens ?? memoryTokens();
    const patience = { ...PATIENCE, ...options.patience };
    const subprotocol = options.subprotocol ?? "kozyr.msgpack";
    const random = options.random ?? Math.random;
    const greeting = {
      name: options.name ?? null,
      program: options.program ?? null,
      language: options.language ?? null,
    };
    const parts = { greeting, subprotocol, patience, random, newSeed };
    this.#session = new Session(this.#owner(), parts);
    const socket = options.socket ?? platformSocket;
    const { url } = options;
    const line = { url, socket, subprotocol, patience, random, now: this.#now };
    this.#line = new Line(this.#session, line, this.#lineOwner());
  }

  // --- The connection --------------------------------------------------------------------------

  /** How the connection stands now. */
  get state(): ConnectionState {
    return this.#state.value;
  }

  /** The own player id; null before the first greeting. */
  get player(): string | null {
    return this.state.welcome?.player ?? null;
  }

  /** The rooms that are followed, by id. */
  get rooms(): ReadonlyMap<string, Room> {
    return this.#rooms;
  }

  /** Call `run` with the state now and whenever it changes: a store as Svelte knows them. */
  subscribe(run: Listener<ConnectionState>): Unsubscribe {
    return this.#state.subscribe(run);
  }

  /** The client's clock, in ms: deadlines are counted by it. */
  now(): number {
    return this.#now();
  }

  /**
   * Connect, and stay so. Resolved with the first greeting; further calls give the same.
   *
   * @throws KozyrError: there will be none.
   */
  async connect(): Promise<Welcome> {
    if (this.state.status === "idle") this.#line.start();
    const { welcome, error } = await this.#state.until(
      (state) => state.welcome !== null || state.status === "ended",
    );
    if (welcome === null) throw error ?? closed();
    return welcome;
  }

  /** Close the line for good. What still waits for an answer fails. */
  close(): void {
    this.#line.end(closed(), null);
  }

  /** Do now what was put off: try a new line, or ask whether this one lives. After a sleep, say. */
  wake(): void {
    this.#line.wake();
  }

  /** Be somebody else from now on: keep this token, and connect anew with it. */
  async become(token: string): Promise<void> {
    await this.#tokens.save(token);
    // The other one has a name.
    this.#session.named(null);
    if (this.state.status !== "idle") this.#line.restart();
  }

  /** Be told each message of the server of one type, after the client has used it. */
  on<T extends ServerMessage["type"]>(type: T, listener: Listener<ServerMessageOf<T>>): Unsubscribe;
  on(type: string, listener: Listener<UnknownMessage>): Unsubscribe;
  on(type: string, listener: Listener<never>): Unsubscribe {
    const listeners = this.#messages.get(type) ?? new Listeners<unknown>();
    this.#messages.set(type, listeners);
    return listeners.add(listener as Listener<unknown>);
  }

  // --- Commands --------------------------------------------------------------------------------

  /**
   * Send any command and wait for its answer, over as many lines as it takes; refusals that may
   * pass are waited out. All other methods are made of it.
   *
   * @throws Refused: for good, or for as long as the client had patience.
   * @throws OutcomeUnknown: the line was cut under a command that is never sent twice, or no answer
   *   came in time.
   * @throws KozyrError: `overloaded`, `too_large`, `closed`.
   */
  ask<T extends Command["type"]>(command: Unsent<T>): Promise<AnswerOf<T>> {
    const { status, error } = this.state;
    if (status === "ended") return Promise.reject(error ?? closed());
    const answer = this.#session.ask(command, this.#now());
    this.#line.stirred();
    return answer;
  }

  /** A page of public rooms. */
  list(filter: Omit<CommandOf<"list">, "type" | "id"> = {}): Promise<Rooms> {
    return this.ask({ type: "list", ...filter });
  }

  /**
   * Be in the lobby: one page of rooms, kept up to date over as many lines as it takes.
   *
   * @throws Refused: `unknown_game`, `unknown_preset`, `too_fast`.
   */
  async lobby(filter: LobbyFilter = {}): Promise<Lobby> {
    const lobby = new Lobby(this, filter);
    try {
      await lobby.enter(filter);
    } catch (error) {
      lobby.drop();
      throw error;
    }
    return lobby;
  }

  /**
   * Become the person who claimed a name: the connection is made anew as that one.
   *
   * @throws Refused: the name and the passphrase do not belong together.
   */
  async signIn(name: string, passphrase: string): Promise<void> {
    const { token } = await this.ask({ type: "sign_in", name, passphrase });
    await this.become(token);
  }

  /** Open a room; gives its id. It neither follows the room nor takes a seat. */
  async create(room: NewRoom): Promise<string> {
    const answer = await this.ask({ type: "create", key: newKey(), ...room });
    return answer.room;
  }

  /**
   * Follow a room, and take the line of the own seat if there is one.
   *
   * @throws Refused: `no_such_room`, `too_many_rooms`, `watching_refused`, …
   */
  async follow(id: string, options: FollowOptions = {}): Promise<Room> {
    const { status, error } = this.state;
    if (status === "ended") throw error ?? closed();
    const { mode = "events", fair = true, ...entry } = options;
    const followed = this.#session.follow(id, mode, fair, entry, this.#now());
    this.#line.stirred();
    await followed;
    const room = this.#rooms.get(id);
    if (room === undefined) throw closed();
    return room;
  }

  /** Follow a room no longer. */
  async unfollow(room: string): Promise<void> {
    const done = this.#session.unfollow(room, this.#now());
    this.#line.stirred();
    await done;
  }

  /** The tip to sit down with; null where the seat takes no part in shuffles. */
  tip(room: string): string | null {
    return this.#session.tip(room);
  }

  /** A key that was never used before. */
  newKey(): string {
    return newKey();
  }

  // --- Told by the session and the line --------------------------------------------------------

  #owner(): ConstructorParameters<typeof Session>[0] {
    return {
      greeted: (welcome) => {
        this.#line.greeted();
        void this.#greeted(welcome);
      },
      said: (message) => {
        if (message.type === "notice") this.#line.told((message as Notice).delay_ms);
        this.#later(() => {
          this.#said(message);
        });
      },
      heard: (room, news) => {
        this.#move(room, news);
      },
      moved: (room) => {
        this.#move(room, null);
      },
      roomEnded: (room, error) => {
        this.#roomEnded(room, error);
      },
      broken: () => {
        this.#line.broken();
      },
      stopped: (error) => {
        this.#line.end(error, error);
      },
    };
  }

  #lineOwner(): LineOwner {
    return {
      token: async () => {
        // A token of one's own cannot be lost with the answer that would have brought it.
        if (this.#tokens.need !== undefined) return await this.#tokens.need(newToken);
        const known = await this.#tokens.load();
        const token = known ?? newToken();
        if (known === null) await this.#tokens.save(token);
        return token;
      },
      moved: (changes) => {
        this.#later(() => {
          this.#state.change(changes);
        });
      },
    };
  }

  #later(tell: () => void): void {
    this.#line.later(tell);
  }

  async #greeted(welcome: Welcome): Promise<void> {
    const { token } = welcome;
    const shown = { ...welcome, token: null };
    this.#later(() => {
      this.#state.change({ status: "online", welcome: shown, retryAt: null, notice: null });
    });
    if (token === null) return;
    try {
      await this.#tokens.save(token);
    } catch {
      // The session has it: the player is known as long as the program lives.
    }
  }

  #said(message: ServerMessage | UnknownMessage): void {
    if (message.type === "notice") this.#state.change({ notice: message as Notice });
    this.#messages.get(message.type)?.tell(message);
    this.#messages.get("*")?.tell(message);
  }

  #move(id: string, news: RoomNews | null): void {
    const following = this.#session.rooms.get(id);
    if (following?.view == null) return;
    const room = this.#rooms.get(id) ?? this.#shown(following);
    // The picture moves at once, so that whoever waits for an answer finds it; listeners come later.
    this.#later(() => {
      room.take(following, news);
    });
  }

  #shown(following: Following): Room {
    const room = new Room(this, following);
    this.#rooms.set(following.room, room);
    return room;
  }

  #roomEnded(id: string, error: KozyrError | null): void {
    const room = this.#rooms.get(id);
    this.#rooms.delete(id);
    if (room !== undefined)
      this.#later(() => {
        room.end(error);
      });
  }
}

function closed(): ConnectionEnded {
  return new ConnectionEnded("closed", "The client is closed.");
}
