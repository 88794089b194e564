import { describe, expect, test } from "vitest";
import {
  type ClientMessage,
  decode,
  encode,
  isKnown,
  MalformedFrameError,
  type Subprotocol,
} from "../src/index.ts";
import { CLIENT_TYPES } from "../src/generated/shapes.ts";
import { GOLDEN_FRAMES } from "./fixtures.ts";

const CLIENT = GOLDEN_FRAMES.filter((each) => each.direction === "client");
const SERVER = GOLDEN_FRAMES.filter((each) => each.direction === "server");

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hex, "hex"));
}

describe("golden frames", () => {
  test.each(CLIENT)("$name is written byte for byte", ({ json, hex }) => {
    const frame = encode(json as unknown as ClientMessage, "kozyr.msgpack") as Uint8Array;
    // Python writes the long head of a map for messages that can have more than 15 fields.
    const short = hex.replace(/^de000([0-9a-f])/, "8$1");
    expect(Buffer.from(frame).toString("hex")).toBe(short);
    const text = encode(json as unknown as ClientMessage, "kozyr.json");
    expect(JSON.parse(text as string)).toEqual(json);
    expect(CLIENT_TYPES).toContain(json.type);
  });

  test.each(SERVER)("$name is read the same from both subprotocols", ({ json, hex }) => {
    const message = decode(bytes(hex));
    expect(isKnown(message)).toBe(true);
    // Fields that were left out are filled in; nothing else is another.
    expect(message).toMatchObject(json);
    expect(decode(JSON.stringify(json))).toEqual(message);
    const { buffer } = bytes(hex);
    expect(decode(buffer)).toEqual(message);
  });
});

test("fields that were left out have their defaults, fresh ones each time", () => {
  const text = JSON.stringify({
    ...{ type: "followed", id: 1, room: "r", mode: "events", seat: null, version: 1 },
    ...{ tag: "t", now_ms: 0, reason: null },
  });
  const [one, other] = [decode(text), decode(text)];
  expect(one).toMatchObject({ chat: [], watchers: 0 });
  expect(one["chat" as keyof typeof one]).not.toBe(other["chat" as keyof typeof other]);
});

test("fields inside of views and events are filled in", () => {
  const seats = [{ player: "p1" }, {}];
  const events = [{ type: "shuffled", n: 1 }, { type: "of a newer server" }];
  const message = decode(
    JSON.stringify({ type: "update", room: "r", version: 1, tag: "t", events, view: { seats } }),
  );
  expect(message).toMatchObject({
    ...{ prompts: null, answer: null },
    events: [{ type: "shuffled", n: 1, missing: [] }, { type: "of a newer server" }],
    view: {
      table: null,
      seats: [
        { player: "p1", name: "" },
        { player: null, bank_ms: 0 },
      ],
    },
  });
});

test("a message of a newer server comes as it is", () => {
  const message = decode('{"type": "weather", "sun": true}');
  expect(isKnown(message)).toBe(false);
  expect(message).toEqual({ type: "weather", sun: true });
  expect(isKnown(decode('{"type": "toString"}'))).toBe(false);
});

test("what is undefined is not sent", () => {
  const chat = { type: "chat", id: 1, room: "r", text: "x", phrase: undefined };
  for (const subprotocol of ["kozyr.msgpack", "kozyr.json"] satisfies Subprotocol[]) {
    const frame = encode(chat as unknown as ClientMessage, subprotocol);
    expect(Object.keys(decode(frame))).not.toContain("phrase");
  }
});

test.each(["", "{", "[]", "7", "null", '{"type": 7}', '"text"'])("%s is no message", (text) => {
  expect(() => decode(text)).toThrow(MalformedFrameError);
});

test.each(["", "c1", "85a474", "93010203", "81a474797065c0", "dbffffffff"])(
  "bytes %s are no message",
  (hex) => {
    expect(() => decode(bytes(hex))).toThrow(MalformedFrameError);
  },
);
