import { expect, test } from "vitest";
import { fold, FREE, foldTable, GAME_KEYS, type RoomEvent, type RoomView } from "../src/index.ts";
import { GOLDEN_FRAMES, vectors, type Walk } from "./fixtures.ts";

const GAMES = vectors("folds") as Record<string, Walk[]>;
const ROOMS = vectors("rooms") as Walk[];

/** Neither a fold nor a test may change what it was given. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

function follow(walk: Walk, step: (view: unknown, event: unknown) => unknown): void {
  let expected = frozen(walk.view);
  let view: unknown = expected;
  for (const [number, [event, changed]] of walk.steps.entries()) {
    view = step(view, frozen(event));
    expected = frozen({ ...expected, ...changed });
    // A comparison by text first: the other one takes long, and is for a good message only.
    if (JSON.stringify(view) !== JSON.stringify(expected)) {
      expect(view, `step ${String(number)}, ${event.type}`).toStrictEqual(expected);
    }
    view = expected;
  }
}

test("every game has vectors", () => {
  expect(Object.keys(GAMES).sort()).toEqual([...GAME_KEYS].sort());
});

test.each(GAME_KEYS)("the views of %s move as in Python", (game) => {
  const walks = GAMES[game] ?? [];
  expect(walks.length).toBeGreaterThan(0);
  for (const walk of walks) follow(walk, (view, event) => foldTable(game, view, event));
});

test("the views of rooms move as in Python", () => {
  for (const walk of ROOMS) {
    follow(walk, (view, event) => fold(view as RoomView, event as RoomEvent));
  }
});

test("the table of a room moves by the events of its game", () => {
  const walk = GAMES["twenty_nine"]?.[0];
  const [event, changed] = walk?.steps[0] ?? [];
  const view = { ...ROOMS[0]?.view, game: "twenty_nine", table: walk?.view } as RoomView;
  expect(fold(view, { type: "game", event }).table).toEqual({ ...walk?.view, ...changed });
  expect(fold({ ...view, table: null }, { type: "game", event }).table).toBeNull();
});

test("what is not known leaves a view as it is", () => {
  const [walk] = ROOMS;
  const view = walk?.view as unknown as RoomView;
  expect(fold(view, { type: "of a newer server" } as unknown as RoomEvent)).toBe(view);
  expect(foldTable("a newer game", view.table, { type: "played" })).toBe(view.table);
  expect(foldTable("king", view.table, { type: "of a newer server" })).toBe(view.table);
});

test("an event that is not of its form is an error, not a wrong view", () => {
  const view = ROOMS[0]?.view as unknown as RoomView;
  expect(() => fold(view, { type: "seated", order: [0, 99] })).toThrow(TypeError);
  expect(() => fold(view, { type: "ready", seat: 99, ready: true })).toThrow(TypeError);
});

test("every event of the golden frames can be folded", () => {
  const seats = Array.from({ length: 16 }, () => FREE);
  const view = { ...ROOMS[0]?.view, table: null, seats } as unknown as RoomView;
  let count = 0;
  for (const { json } of GOLDEN_FRAMES) {
    for (const event of (json["events"] ?? []) as RoomEvent[]) {
      if (event.type === "seated" || event.type === "game_started") continue;
      expect(fold(view, event).room).toBe(view.room);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(20);
});
