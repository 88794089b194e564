/** The line under the client: what it needs of a WebSocket, and which ends are final. */

import type { Frame } from "./codec.ts";

/** What happens on a socket. */
export interface SocketEvent {
  readonly type: string;
  /** Of a `message`: text, or an `ArrayBuffer`. */
  readonly data?: unknown;
  /** Of a `close`. */
  readonly code?: number;
  /** Of a `close`: whether both sides said goodbye. */
  readonly wasClean?: boolean;
}

/** The part of a `WebSocket` that is used. */
export interface Socket {
  binaryType: string;
  send(data: Frame): void;
  close(code?: number): void;
  addEventListener(
    type: "open" | "message" | "close" | "error",
    listener: (event: SocketEvent) => void,
  ): void;
}

/** Opens a socket; `protocols` are the subprotocols to offer. */
export type SocketFactory = (url: string, protocols: string[]) => Socket;

/** The socket of the platform: of a browser, or of Node from version 22 on. */
export const platformSocket: SocketFactory = (url, protocols) => new WebSocket(url, protocols);

// A normal end, and frames that the socket layer cannot take: the same client would send them again.
const FINAL: ReadonlySet<number> = new Set([1000, 1002, 1003, 1007, 1009]);

/** Whether the server wants no new line after this close code. */
export function isFinal(code: number, wasClean: boolean): boolean {
  if (code >= 4500 && code <= 4999) return true;
  // Where it was this side that gave the line up, the line was broken.
  return wasClean && FINAL.has(code);
}
