import { expect, test } from "vitest";
import type { LobbyState } from "../src/index.ts";
import { later, type Line, ownTime, refused, settled, World } from "./world.ts";

ownTime();

const summary = (room: string, taken: number, more: object = {}) => ({
  ...{ room, game: "king", preset: null, name: room, phase: "waiting", seats: 4, taken },
  ...{ spectators: true, ...more },
});

function answer(line: Line, fields: object = {}): { readonly type: string } {
  const page = { rooms: [summary("b", 1), summary("c", 4)], next: null, total: 2, online: 9 };
  return { type: "lobby", id: line.last("lobby").id, ...page, ...fields } as never;
}

const said = (n: number, text: string) => ({
  type: "lobby_chat",
  line: { n, player: "p", name: "Bob", seat: null, text, at_ms: n },
});

test("the page is kept up to date", async () => {
  const world = new World();
  const line = await world.greeted();
  const asked = world.client.lobby({ game: "king" });
  expect(line.last("lobby")).toMatchObject({ game: "king" });
  line.say(answer(line, { announcement: "Welcome!" }));
  const lobby = await asked;
  const states: LobbyState[] = [];
  const stop = lobby.subscribe((state) => states.push(state));
  expect(lobby.state).toMatchObject({ live: true, total: 2, announcement: "Welcome!", slowS: 0 });
  const rooms = [summary("a", 2), summary("c", 3), summary("d", 1, { phase: "playing" })];
  line.say({ type: "lobby_changed", rooms, gone: ["b"], next: "x", total: 3, online: 8 });
  expect(lobby.state.rooms.map(({ room }) => room)).toEqual(["a", "c", "d"]);
  expect(lobby.state).toMatchObject({ next: "x", total: 3, online: 8 });
  line.say(said(1, "Hello"), said(1, "Hello"), said(2, "Hi"));
  expect(lobby.state.chat.map(({ text }) => text)).toEqual(["Hello", "Hi"]);
  expect(states).toHaveLength(4);
  stop();
  const left = lobby.leave();
  line.say({ type: "ok", id: line.last("leave_lobby").id }, said(3, "Bye"));
  await left;
  expect(lobby.state.chat).toHaveLength(2);
});

test("it is entered again on each line, on the same page", async () => {
  const world = new World();
  const line = await world.greeted();
  const asked = world.client.lobby({ free: true });
  line.say(answer(line));
  const lobby = await asked;
  line.end();
  await settled();
  expect(lobby.state.live).toBe(false);
  const next = await world.back();
  expect(next.last("lobby")).toMatchObject({ free: true });
  next.say(answer(next, { online: 3 }));
  await later(1);
  expect(lobby.state).toMatchObject({ live: true, online: 3 });
});

test("an answer to a page that is not wanted any more is dropped", async () => {
  const world = new World();
  const line = await world.greeted();
  const asked = world.client.lobby();
  line.say(answer(line));
  const lobby = await asked;
  void lobby.enter({ game: "king" });
  const old = answer(line, { total: 50 });
  void lobby.enter({ game: "knaves" });
  const fresh = answer(line, { total: 7 });
  line.say(old, fresh);
  await later(1);
  expect(lobby.state).toMatchObject({ filter: { game: "knaves" }, total: 7 });
});

test("what is refused leaves nothing behind", async () => {
  const world = new World();
  const line = await world.greeted();
  const asked = world.client.lobby({ game: "bridge" });
  line.say(refused(line.last("lobby").id, "unknown_game"));
  await expect(asked).rejects.toMatchObject({ code: "unknown_game" });
  line.end();
  expect((await world.back()).count("lobby")).toBe(0);
});
