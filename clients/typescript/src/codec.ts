/** Frames to messages and back, for both subprotocols. */

import { Decoder, Encoder } from "@msgpack/msgpack";
import { fillMessage, isMap } from "./defaults.ts";
import { SERVER_SHAPES } from "./generated/shapes.ts";
import type { ClientMessage, ServerMessage, UnknownMessage } from "./messages.ts";

/** How messages are written in frames. */
export type Subprotocol = "kozyr.msgpack" | "kozyr.json";

/** What a socket gives and takes: text for JSON, bytes for msgpack. */
export type Frame = string | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** A frame that is no message. The text never has the input in it. */
export class MalformedFrameError extends Error {
  override readonly name = "MalformedFrameError";
}

// A field that is undefined was not given, so the server takes its default.
const encoder = new Encoder({ ignoreUndefined: true });
const decoder = new Decoder();

/** A message as the frame to send. */
export function encode(message: ClientMessage, subprotocol: Subprotocol): Frame {
  return subprotocol === "kozyr.json" ? JSON.stringify(message) : encoder.encode(message);
}

/** The bytes that a frame takes on the wire. */
export function frameBytes(frame: Frame): number {
  return typeof frame === "string" ? new TextEncoder().encode(frame).length : frame.byteLength;
}

/**
 * What the server said. Fields that were left out have their defaults; a message of a type that
 * is not known comes as it is.
 *
 * @throws MalformedFrameError: the frame is no message.
 */
export function decode(frame: Frame): ServerMessage | UnknownMessage {
  const value = plain(frame);
  if (!isMap(value) || typeof value["type"] !== "string") {
    throw new MalformedFrameError("a message is a map with a type");
  }
  fillMessage(value);
  return value as unknown as ServerMessage | UnknownMessage;
}

/** Whether this version knows the message. */
export function isKnown(message: ServerMessage | UnknownMessage): message is ServerMessage {
  return Object.hasOwn(SERVER_SHAPES, message.type);
}

function plain(frame: Frame): unknown {
  try {
    return typeof frame === "string" ? JSON.parse(frame) : decoder.decode(frame);
  } catch {
    throw new MalformedFrameError(typeof frame === "string" ? "not JSON" : "not msgpack");
  }
}
