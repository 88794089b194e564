/** One socket after the other under a session: dialling, timers, waits, ends. */

import type { Frame, Subprotocol } from "./codec.ts";
import { ConnectionEnded, type KozyrError } from "./errors.ts";
import { Backoff, type Patience, type Random } from "./patience.ts";
import type { Session } from "./session.ts";
import { isFinal, type Socket, type SocketEvent, type SocketFactory } from "./socket.ts";

// Timers of browsers hold 31 bits of milliseconds; waking once a minute costs nothing.
const LONGEST_SLEEP_MS = 60_000;

/** What changed of the connection. */
export interface LineChange {
  readonly status?: "connecting" | "waiting" | "ended";
  readonly retryAt?: number | null;
  readonly error?: KozyrError | null;
}

/** What a line needs of its client. */
export interface LineOwner {
  /** Who to be on the next line. */
  token(): Promise<string>;
  moved(changes: LineChange): void;
}

/** What a line is made of. */
export interface LineParts {
  readonly url: string;
  readonly socket: SocketFactory;
  readonly subprotocol: Subprotocol;
  readonly patience: Patience;
  readonly random: Random;
  readonly now: () => number;
}

/** Keeps a session connected until it is ended. */
export class Line {
  readonly #session: Session;
  readonly #parts: LineParts;
  readonly #owner: LineOwner;
  readonly #backoff: Backoff;
  #socket: Socket | null = null;
  #isOpen = false;
  #isEnded = false;
  /** When to try again; null: not waiting. */
  #retryAt: number | null = null;
  /** When a line that does not open is left. */
  #openBy = Infinity;
  #toldMs: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Numbers the tries, so that one that is over does nothing more. */
  #dialled = 0;
  readonly #tellings: (() => void)[] = [];
  #isTelling = false;

  constructor(session: Session, parts: LineParts, owner: LineOwner) {
    this.#session = session;
    this.#parts = parts;
    this.#owner = owner;
    this.#backoff = new Backoff(parts.patience, parts.random);
  }

  /** Begin. */
  start(): void {
    void this.#dial();
  }

  /** The server has greeted. */
  greeted(): void {
    this.#backoff.welcomed(this.#parts.now());
  }

  /** The server named how long it will be away. */
  told(delayMs: number): void {
    this.#toldMs = delayMs;
  }

  /** The session cannot use the line any more. */
  broken(): void {
    this.#left(this.#parts.now());
  }

  /** Do now what was put off. */
  wake(): void {
    if (this.#retryAt !== null) void this.#dial();
    else this.#session.probe(this.#parts.now());
    this.stirred();
  }

  /** Leave this line and open another at once, as whoever the owner says. */
  restart(): void {
    if (this.#isEnded) return;
    this.#hangUp();
    this.#session.disconnected(this.#parts.now());
    void this.#dial();
    this.stirred();
  }

  /** Nothing goes on. */
  end(error: KozyrError, shown: KozyrError | null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#retryAt = null;
    this.#hangUp();
    this.#session.end(error);
    this.#owner.moved({ status: "ended", retryAt: null, error: shown });
    this.stirred();
  }

  /** The session was asked for something, or took something in: send, tell, and set the clock. */
  stirred(): void {
    for (const frame of this.#session.frames()) this.#send(frame);
    this.#schedule();
    this.#tell();
  }

  /** Tell something once the session is at rest. */
  later(tell: () => void): void {
    this.#tellings.push(tell);
  }

  // --- Sockets ---------------------------------------------------------------------------------

  async #dial(): Promise<void> {
    this.#retryAt = null;
    this.#openBy = this.#parts.now() + this.#parts.patience.helloMs;
    this.#owner.moved({ status: "connecting", retryAt: null });
    this.stirred();
    const dialled = (this.#dialled += 1);
    try {
      const token = await this.#owner.token();
      // Something else was begun, or all is over.
      if (dialled !== this.#dialled || this.#isEnded) return;
      this.#session.be(token);
      this.#listen(this.#parts.socket(this.#parts.url, [this.#parts.subprotocol]));
    } catch (error) {
      // An address that is none, or no token: no other try will do better.
      const text = `No line can be opened: ${String(error)}`;
      this.end(...both(new ConnectionEnded("not_opened", text)));
    }
  }

  #listen(socket: Socket): void {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    const heard = (take: (event: SocketEvent) => void) => (event: SocketEvent) => {
      if (this.#socket !== socket) return;
      take(event);
      this.stirred();
    };
    socket.addEventListener(
      "open",
      heard(() => {
        this.#isOpen = true;
        this.#openBy = Infinity;
        this.#session.connected(this.#parts.now());
      }),
    );
    socket.addEventListener(
      "message",
      heard(({ data }) => {
        this.#session.receive(data as Frame, this.#parts.now());
      }),
    );
    socket.addEventListener(
      "close",
      heard(({ code = 1006, wasClean = false }) => {
        this.#closed(code, wasClean);
      }),
    );
    // What went wrong is told by the close that follows.
    socket.addEventListener("error", () => undefined);
  }

  #send(frame: Frame): void {
    if (this.#isOpen) this.#socket?.send(frame);
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    this.#dialled += 1;
    this.#openBy = Infinity;
    socket?.close(1000);
  }

  #closed(code: number, wasClean: boolean): void {
    if (isFinal(code, wasClean)) {
      const text = `The server closed the connection for good (${String(code)}).`;
      this.end(...both(new ConnectionEnded("final_close", text, { facts: { close: code } })));
    } else {
      this.#left(this.#parts.now());
    }
  }

  /** The line is over; come back after a while, or give up. */
  #left(now: number): void {
    if (this.#isEnded || this.#retryAt !== null) return;
    this.#hangUp();
    this.#session.disconnected(now);
    const told = this.#toldMs;
    this.#toldMs = null;
    const delay = this.#backoff.delay(now, told);
    if (delay === null) {
      const text = "The server could not be reached again in time.";
      this.end(...both(new ConnectionEnded("connection_lost", text, { temporary: true })));
      return;
    }
    this.#retryAt = now + delay;
    this.#owner.moved({ status: "waiting", retryAt: this.#retryAt });
  }

  // --- Time ------------------------------------------------------------------------------------

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isEnded) return;
    const at = Math.min(this.#session.nextAt(), this.#retryAt ?? Infinity, this.#openBy);
    if (at === Infinity) return;
    const sleep = Math.min(Math.max(0, at - this.#parts.now()), LONGEST_SLEEP_MS);
    // One more, for timers that ring a fraction early would ring again and again.
    this.#timer = setTimeout(
      () => {
        this.#ring();
      },
      Math.ceil(sleep) + 1,
    );
  }

  #ring(): void {
    const now = this.#parts.now();
    this.#session.tick(now);
    if (now >= this.#openBy) this.#left(now);
    if (this.#retryAt !== null && now >= this.#retryAt) void this.#dial();
    this.stirred();
  }

  #tell(): void {
    // A listener may ask for something, which comes here again.
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (let tell = this.#tellings.shift(); tell !== undefined; tell = this.#tellings.shift()) {
        tell();
      }
    } finally {
      this.#isTelling = false;
    }
  }
}

function both(error: KozyrError): [KozyrError, KozyrError] {
  return [error, error];
}
