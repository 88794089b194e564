/** A client over sockets of the test's own, in a time of the test's own. */

import { afterEach, beforeEach, vi } from "vitest";
import {
  Client,
  type ClientMessage,
  type ClientOptions,
  FREE,
  type Frame,
  memoryTokens,
  type Room,
  type RoomView,
  type Socket,
  type SocketEvent,
} from "../src/index.ts";

export const ROOM = "a3k7qm2vzx5twd";
export const ME = "pk7qm2vzx5twdabcd";
export const OTHER = "p2bqv6ykh7mzc4xwd";
export const TOKEN = "T".repeat(43);
export const PLAYS = [
  { type: "play", card: "5C" },
  { type: "play", card: "7H" },
];

/** Any message, as it is in JSON. */
export type Message = Record<string, unknown> & { readonly type: string };

/** One line: what the client said on it, and what it is told. */
export class Line implements Socket {
  binaryType = "blob";
  isClosed = false;
  readonly heard: (ClientMessage & Message)[] = [];
  readonly #listeners: [string, (event: SocketEvent) => void][] = [];

  send(data: Frame): void {
    if (this.isClosed) throw new Error("the client spoke on a line that it had closed");
    this.heard.push(JSON.parse(data as string) as ClientMessage & Message);
  }

  close(): void {
    this.isClosed = true;
  }

  addEventListener(type: string, listener: (event: SocketEvent) => void): void {
    this.#listeners.push([type, listener]);
  }

  open(): this {
    this.#tell({ type: "open" });
    return this;
  }

  /** Be told messages, one frame each. */
  say(...messages: readonly (Message | string)[]): void {
    for (const each of messages) {
      this.#tell({ type: "message", data: typeof each === "string" ? each : JSON.stringify(each) });
    }
  }

  /** The line ends. */
  end(code = 1006, wasClean = code !== 1006): void {
    this.isClosed = true;
    this.#tell({ type: "close", code, wasClean });
  }

  /** The last message of a type that the client said here. */
  last(type: string): ClientMessage & Message {
    const found = this.heard.findLast((each) => each.type === type);
    if (found === undefined) throw new Error(`the client said no ${type}`);
    return found;
  }

  /** How many messages of a type the client said here. */
  count(type: string): number {
    return this.heard.filter((each) => each.type === type).length;
  }

  #tell(event: SocketEvent): void {
    for (const [type, listener] of this.#listeners) if (type === event.type) listener(event);
  }
}

/** A client, and all the lines that it made. */
export class World {
  readonly lines: Line[] = [];
  readonly client: Client;

  constructor(options: Partial<ClientOptions> = {}) {
    this.client = new Client({
      url: "ws://test/ws",
      name: "Ada",
      subprotocol: "kozyr.json",
      tokens: memoryTokens(TOKEN),
      random: () => 0.5,
      socket: () => {
        const line = new Line();
        this.lines.push(line);
        return line;
      },
      ...options,
    });
  }

  /** The newest line. */
  get line(): Line {
    const line = this.lines.at(-1);
    if (line === undefined) throw new Error("there is no line yet");
    return line;
  }

  /** A line that is open and greeted; the client is asked for it. */
  async greeted(): Promise<Line> {
    void this.client.connect().catch(() => undefined);
    await settled();
    this.line.open().say(welcome());
    await settled();
    return this.line;
  }

  /** Wait for the next line, and greet on it. */
  async back(withinMs = 20_000): Promise<Line> {
    const before = this.lines.length;
    for (let ms = 0; ms < withinMs && this.lines.length === before; ms += 100) await later(100);
    if (this.lines.length === before) throw new Error("the client did not come back");
    this.line.open().say(welcome());
    await settled();
    return this.line;
  }

  /** A room that is followed: at version 4, with an open prompt. */
  async followed(view: Partial<RoomView> = {}): Promise<Room> {
    const line = await this.greeted();
    const room = this.client.follow(ROOM, { fair: false });
    await settled();
    line.say(followed(line, { version: 4 }), snapshot(4, "first", view));
    return room;
  }
}

/** Each test has its own time, which stands still until it is moved. */
export function ownTime(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Time passes. */
export async function later(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Everything that is due now is done. */
export async function settled(): Promise<void> {
  await later(0);
}

// --- What a server says ------------------------------------------------------------------------

export const LIMITS = {
  ...{ frame_bytes: 8192, outbox_bytes: 262144, rooms: 32, name_chars: 24, chat_chars: 400 },
  ...{ ping_s: 20, gone_s: 45, commands_per_s: 0, commands_burst: 60 },
};

export function welcome(fields: object = {}): Message {
  return {
    ...{ type: "welcome", version: 1, player: ME, name: "Ada", token: null, limits: LIMITS },
    ...{ server: "test/1", durability: "always", ...fields },
  };
}

export function tag(version: number): string {
  return version.toString(16).padStart(16, "0");
}

export function followed(line: Line, fields: object = {}): Message {
  return {
    ...{ type: "followed", id: line.last("follow").id, room: ROOM, mode: "events", seat: 0 },
    ...{ version: 4, tag: tag(4), now_ms: 1_000, reason: "first", ...fields },
  };
}

export function view(fields: Partial<RoomView> = {}): RoomView {
  const table = {
    ...{ deal: 1, dealer: 1, turn: 0, hand: ["5C", "7H"], counts: [2, 2], aside: 0, pile: [] },
    ...{ total: 0, passes: 0, won: [0, 0], piles: [0, 0], totals: [0, 0], sheet: [] },
    result: null,
  };
  const seats = [
    { ...FREE, player: ME, name: "Ada", connected: true },
    { ...FREE, player: OTHER, name: "Bob", connected: true },
  ];
  return {
    ...{ room: ROOM, game: "twenty_nine", preset: null, name: "Friday", public: true },
    ...{ spectators: true, phase: "playing", host: ME, capacity: 2, options: {}, seats, you: 0 },
    ...{ clock: { turn_ms: 1, bank_ms: 2, away_ms: 3 }, game_no: 1, tip: null, table },
    ...{ shuffle: null, ended: null, record: null, language: null, access: "open", knocks: [] },
    ...{ silenced: [], paused_until_ms: null, slow_s: 0, ...fields },
  };
}

export function prompts(prompt: number, seat = 0): object {
  const legal = seat === 0 ? PLAYS : null;
  const turn = { seat, prompt, decision: "play", deadline_ms: 31_000, legal };
  return { now_ms: 1_000, turns: [turn] };
}

export function snapshot(version: number, reason: string, fields: Partial<RoomView> = {}): Message {
  return {
    ...{ type: "snapshot", room: ROOM, version, tag: tag(version), reason },
    ...{ view: view(fields), prompts: prompts(version) },
  };
}

export function update(version: number, fields: object = {}): Message {
  return { type: "update", room: ROOM, version, tag: tag(version), events: [], ...fields };
}

export function refused(id: unknown, code: string, facts: object = {}): Message {
  return { type: "error", id, code, temporary: false, message: "No.", room: ROOM, facts };
}

/** That a card was played: the event of a room. */
export function played(card: string, turn: number): object {
  return { type: "game", event: { type: "played", seat: 0, card, total: 7, turn } };
}
