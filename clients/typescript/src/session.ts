/**
 * The whole client without sockets or clocks: frames and times in, frames and calls out.
 *
 * A session outlives its lines. Its owner tells it when a line is open (`connected`), what came
 * (`receive`), when the line has ended (`disconnected`) and how late it is (`tick`); it takes the
 * `frames` to send and asks when to `tick` next. On each new line the session says `hello`, follows
 * its rooms from where they stopped, and sends again what may be sent again. All times are
 * milliseconds of one clock that never goes back.
 */

import {
  decode,
  encode,
  type Frame,
  frameBytes,
  isKnown,
  MalformedFrameError,
  type Subprotocol,
} from "./codec.ts";
import { ended, KozyrError, OutcomeUnknown, refusal, type Refused } from "./errors.ts";
import { type Entry, Follower } from "./follower.ts";
import type { Following, Mode, RoomNews } from "./following.ts";
import type { Welcome } from "./generated/server.ts";
import type {
  AnswerOf,
  ClientMessage,
  Command,
  Done,
  ServerMessage,
  ServerMessageOf,
  UnknownMessage,
  Unsent,
} from "./messages.ts";
import { isDone, Outstanding, type Pending } from "./outstanding.ts";
import { Pace } from "./pace.ts";
import type { Patience, Random } from "./patience.ts";

/** The protocol versions that this package speaks. */
export const OLDEST_VERSION = 1;
export const PROTOCOL_VERSION = 1;

const FRAME_BYTES = 8192;

/** Who owns a session, and is told what happens; never from within a call to it but these. */
export interface SessionOwner {
  greeted(welcome: Welcome): void;
  /** Any message of the server, after the session has used it. */
  said(message: ServerMessage | UnknownMessage): void;
  heard(room: string, news: RoomNews): void;
  moved(room: string): void;
  roomEnded(room: string, error: KozyrError | null): void;
  /** The line is of no use any more: close it and come back. */
  broken(reason: string): void;
  /** The server will not have this client: close the line and do not come back. */
  stopped(error: KozyrError): void;
}

/** Who says hello. */
export interface Greeting {
  readonly name: string | null;
  readonly program: string | null;
  readonly language: string | null;
}

/** What a session is made of. */
export interface SessionParts {
  readonly greeting: Greeting;
  readonly subprotocol: Subprotocol;
  readonly patience: Patience;
  readonly random: Random;
  readonly newSeed: () => Uint8Array;
}

type LineState = "none" | "greeting" | "up" | "broken";

/** One player's conversation with the server, over as many lines as it takes. */
export class Session {
  /** The newest greeting; null before the first. */
  welcome: Welcome | null = null;
  readonly pending: Outstanding;
  readonly #owner: SessionOwner;
  readonly #parts: SessionParts;
  readonly #follower: Follower;
  readonly #pace = new Pace();
  #name: string | null;
  #token: string | null = null;
  #line: LineState = "none";
  #frames: Frame[] = [];
  #openedAt = 0;
  #heardAt = 0;
  #pingedAt = 0;

  constructor(owner: SessionOwner, parts: SessionParts) {
    this.#owner = owner;
    this.#parts = parts;
    this.#name = parts.greeting.name;
    this.pending = new Outstanding(parts.patience, parts.random);
    this.#follower = new Follower(
      {
        pending: this.pending,
        heard: (room, news) => {
          owner.heard(room, news);
        },
        moved: (room) => {
          owner.moved(room);
        },
        roomEnded: (room, error) => {
          owner.roomEnded(room, error);
        },
        broken: (reason) => {
          this.#break(reason);
        },
      },
      parts.newSeed,
    );
  }

  /** The rooms that are followed, or are about to be. */
  get rooms(): ReadonlyMap<string, Following> {
    return this.#follower.rooms;
  }

  /** Whether a line is up and greeted. */
  get isUp(): boolean {
    return this.#line === "up";
  }

  /** The frames to send now, in order; they are then forgotten. */
  frames(): Frame[] {
    return this.#frames.splice(0);
  }

  /** When `tick` is to be called next; Infinity: not at all. */
  nextAt(): number {
    let next = this.pending.nextAt((each) => this.#canSend(each));
    if (this.#line === "greeting") {
      next = Math.min(next, this.#openedAt + this.#parts.patience.helloMs);
    }
    if (this.#line === "up" && this.welcome !== null) {
      const { ping_s, gone_s } = this.welcome.limits;
      next = Math.min(next, Math.max(this.#heardAt, this.#pingedAt) + ping_s * 1000);
      next = Math.min(next, this.#heardAt + gone_s * 1000);
    }
    return next;
  }

  // --- What the owner asks ---------------------------------------------------------------------

  /** Who to be from the next line on. */
  be(token: string): void {
    this.#token = token;
  }

  /** Go by this name from the next line on; null: by the last one. */
  named(name: string | null): void {
    this.#name = name;
  }

  /** Send a command, now or as soon as it can be, and give its answer. */
  ask<T extends Command["type"]>(command: Unsent<T>, now: number): Promise<AnswerOf<T>> {
    const most = this.welcome?.limits.frame_bytes ?? FRAME_BYTES;
    const longest = { ...command, id: Number.MAX_SAFE_INTEGER } as unknown as ClientMessage;
    return new Promise<AnswerOf<T>>((resolve, reject) => {
      if (frameBytes(encode(longest, this.#parts.subprotocol)) > most) {
        throw new KozyrError("too_large", "The command is larger than the server takes.");
      }
      const done = (answer: unknown) => {
        resolve(answer as AnswerOf<T>);
      };
      this.pending.add(command as unknown as Unsent, now, done, reject);
      this.#sendDue(now);
    });
  }

  /** Follow a room; resolved when its picture is there. */
  follow(room: string, mode: Mode, isFair: boolean, entry: Entry, now: number): Promise<void> {
    const followed = this.#follower.follow(room, mode, isFair, entry, now);
    this.#sendDue(now);
    return followed;
  }

  /** Follow a room no longer. */
  async unfollow(room: string, now: number): Promise<void> {
    if (this.#line === "up" && this.rooms.has(room)) {
      const answer = this.ask({ type: "unfollow", room }, now);
      this.#follower.drop(room, null);
      // Whatever the server says, or if it says nothing: the room is not followed any more.
      await answer.catch(() => undefined);
    } else {
      this.#follower.drop(room, null);
    }
  }

  /** The tip to sit down with; null where the seat takes no part in shuffles. */
  tip(room: string): string | null {
    return this.#follower.tip(room);
  }

  /** Nothing goes on: all that waits fails, and every room ends. */
  end(error: KozyrError): void {
    this.#line = "none";
    this.#frames = [];
    for (const room of [...this.rooms.keys()]) this.#follower.drop(room, error);
    for (const pending of this.pending.all()) this.#fail(pending, error);
  }

  // --- What the owner tells --------------------------------------------------------------------

  /** A line is open: say `hello`. */
  connected(now: number): void {
    this.#line = "greeting";
    this.#openedAt = this.#heardAt = this.#pingedAt = now;
    this.#frames = [];
    const { program, language } = this.#parts.greeting;
    this.#send({
      type: "hello",
      min_version: OLDEST_VERSION,
      max_version: PROTOCOL_VERSION,
      token: this.#token,
      name: this.#name,
      client: program,
      ...(language === null ? {} : { language }),
    });
  }

  /** The line has ended: whatever was on its way may be lost. */
  disconnected(now: number): void {
    this.#line = "none";
    this.#frames = [];
    this.#follower.disconnected();
    for (const pending of this.pending.all()) {
      // With the line the following has ended, too.
      if (pending.command.type === "unfollow") this.#takeAnswer(pending.id, done(null));
    }
    for (const pending of this.pending.cut(now)) {
      const { type } = pending.command;
      const text = `The line was cut: whether ${type} was done is not known, and it is not sent twice.`;
      this.#fail(pending, new OutcomeUnknown("connection_lost", text, { room: pending.room }));
    }
  }

  /** A frame came. One that cannot be read is left: what it was part of is missed, and asked for. */
  receive(frame: Frame, now: number): void {
    if (this.#line === "none" || this.#line === "broken") return;
    this.#heardAt = now;
    try {
      const message = decode(frame);
      if (isKnown(message)) this.#take(message, now);
      else this.#takeAnswer(message["id"], message);
      this.#owner.said(message);
    } catch (error) {
      if (!(error instanceof MalformedFrameError)) throw error;
    }
    this.#sendDue(now);
  }

  /** Time has passed: send what is due, and give up what took too long. */
  tick(now: number): void {
    for (const [pending, error] of this.pending.expired(now)) this.#fail(pending, error);
    if (this.#line === "greeting" && now >= this.#openedAt + this.#parts.patience.helloMs) {
      this.#break("no welcome in time");
    }
    if (this.#line === "up" && this.welcome !== null) this.#watchLine(this.welcome, now);
    this.#sendDue(now);
  }

  /** Ask at once whether the line lives: the machine may have slept. */
  probe(now: number): void {
    if (this.#line !== "up") return;
    this.#pingedAt = now;
    this.#send({ type: "ping" });
  }

  #watchLine({ limits }: Welcome, now: number): void {
    if (now >= this.#heardAt + limits.gone_s * 1000) {
      this.#break("nothing heard for too long");
    } else if (this.pending.isUnanswered(now)) {
      this.#break("a command was not answered");
    } else if (now >= Math.max(this.#heardAt, this.#pingedAt) + limits.ping_s * 1000) {
      this.probe(now);
    }
  }

  // --- Messages --------------------------------------------------------------------------------

  #take(message: ServerMessage, now: number): void {
    switch (message.type) {
      case "welcome":
        this.#takeWelcome(message, now);
        return;
      case "ping":
        this.#send({ type: "pong", id: message.id });
        return;
      case "pong":
      case "notice":
        return;
      case "you":
        // A name that was changed is kept on the lines to come.
        if (this.#name !== null) this.#name = message.name;
        this.#takeAnswer(message.id, message);
        return;
      case "ok":
        this.#takeAnswer(message.id, done(message.version));
        return;
      case "error":
        this.#takeError(message, now);
        return;
      case "followed":
        this.#follower.take(message, now);
        return;
      case "update":
        this.#follower.take(message, now);
        if (message.answer !== null) this.#takeAnswer(message.answer.id, done(message.version));
        return;
      default:
        this.#follower.take(message, now);
        if ("id" in message) this.#takeAnswer(message.id, message);
    }
  }

  #takeWelcome(message: Welcome, now: number): void {
    if (this.#line !== "greeting") return;
    if (message.version < OLDEST_VERSION || message.version > PROTOCOL_VERSION) {
      this.#stop(new KozyrError("unsupported_version", "The server speaks another version."));
      return;
    }
    this.#line = "up";
    this.#token = message.token ?? this.#token;
    this.welcome = message;
    this.#pace.greeted(message.limits, now);
    this.#owner.greeted(message);
    this.#follower.greeted(message.player, now);
  }

  #takeAnswer(id: unknown, answer: unknown): void {
    const pending = typeof id === "number" ? this.pending.get(id) : undefined;
    if (pending === undefined || pending.command.type === "follow") return;
    this.pending.pop(pending.id);
    pending.done(answer);
  }

  #takeError(message: ServerMessageOf<"error">, now: number): void {
    const refused = refusal(message);
    if (this.#line === "greeting") {
      // A name that was good before and is not any more is no reason to leave a game.
      const isWithout = this.welcome !== null && this.#name !== null;
      if (isWithout) this.#name = null;
      if (refused.temporary || isWithout) this.#break(`hello was refused (${refused.code})`);
      else this.#stop(refused);
      return;
    }
    const pending = this.pending.get(message.id);
    if (pending === undefined || this.pending.isKept(pending, refused, now)) return;
    const following = pending.room === null ? undefined : this.rooms.get(pending.room);
    if (this.#isSettled(pending, refused)) {
      this.#takeAnswer(pending.id, done(following?.version ?? null));
    } else if (!this.#follower.isForgotten(pending, refused, now)) {
      const isLine = refused.code === "not_your_line" && pending.room !== null;
      this.#fail(pending, isLine ? ended(pending.room, refused.code) : refused);
    }
  }

  /** Whether the refusal shows that what was asked for is so already. */
  #isSettled(pending: Pending, refused: Refused): boolean {
    // A tip that came with `join` may be shown while the same one is on its way alone.
    if (!pending.wasCut && pending.command.type !== "tip") return false;
    const following = pending.room === null ? undefined : this.rooms.get(pending.room);
    return isDone(pending.command, refused.code, following?.view ?? null);
  }

  #fail(pending: Pending, error: KozyrError): void {
    this.pending.pop(pending.id);
    pending.failed(error);
  }

  // --- Sending ---------------------------------------------------------------------------------

  #canSend(pending: Pending): boolean {
    return this.#line === "up" && this.#follower.isOpen(pending);
  }

  #sendDue(now: number): void {
    if (this.#line !== "up") return;
    for (const pending of this.pending.due(now, (each) => this.#canSend(each))) {
      const wait = this.#pace.wait(now);
      if (wait > 0) {
        pending.dueAt = now + wait;
        continue;
      }
      this.#pace.sent(now);
      pending.sentAt = now;
      pending.tries += 1;
      this.#send(this.#follower.filled(pending.command));
    }
  }

  #send(message: ClientMessage): void {
    this.#frames.push(encode(message, this.#parts.subprotocol));
  }

  #break(reason: string): void {
    if (this.#line === "broken") return;
    this.#line = "broken";
    this.#frames = [];
    this.#owner.broken(reason);
  }

  #stop(error: KozyrError): void {
    this.#line = "broken";
    this.#frames = [];
    this.#owner.stopped(error);
  }
}

function done(version: number | null): Done {
  return { type: "done", version };
}
