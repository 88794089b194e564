/** The messages of both sides, by name and by `type`. */

import type { ClientSchema } from "./generated/client.ts";
import type { RoomEvent } from "./generated/room.ts";
import type { Prompts, ServerSchema, Turn, Update } from "./generated/server.ts";

/** Everything that a client may say. */
export type ClientMessage = ClientSchema;

/** Everything that the server may say, with all fields: those left out are filled in. */
export type ServerMessage = ServerSchema;

/** A message of a newer server; it is handed on and otherwise ignored. */
export interface UnknownMessage {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A message of the server by its `type`. */
export type ServerMessageOf<T extends ServerMessage["type"]> = Extract<ServerMessage, { type: T }>;

/** What is answered: every message of a client but these. */
export type Command = Exclude<ClientMessage, { type: "hello" | "ping" | "pong" }>;

/** A command by its `type`. */
export type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>;

/** The commands before they have their number, by `type`. */
export type UnsentCommands = { [T in Command["type"]]: Omit<CommandOf<T>, "id"> };

/** A command before it has its number. */
export type Unsent<T extends Command["type"] = Command["type"]> = UnsentCommands[T] & { type: T };

/** How commands are answered; those that are not here by `ok`, or an update with their number. */
export interface Answers {
  claim: ServerMessageOf<"you">;
  create: ServerMessageOf<"created">;
  follow: ServerMessageOf<"followed">;
  invite: ServerMessageOf<"invitation">;
  list: ServerMessageOf<"rooms">;
  lobby: ServerMessageOf<"lobby">;
  match: ServerMessageOf<"matching">;
  me: ServerMessageOf<"you">;
  people: ServerMessageOf<"people">;
  rename: ServerMessageOf<"you">;
  sign_in: ServerMessageOf<"signed_in">;
  tokens: ServerMessageOf<"tokens">;
}

/** That a command was done. */
export interface Done {
  readonly type: "done";
  /** The room's version by which it was; null where it makes none. */
  readonly version: number | null;
}

/** The answer to a command by its `type`. */
export type AnswerOf<T extends string> = T extends keyof Answers ? Answers[T] : Done;

export type { Prompts, RoomEvent, Turn as WireTurn, Update };
