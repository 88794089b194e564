import { describe, expect, test } from "vitest";
import {
  happened,
  legalOf,
  type RoomEvent,
  type RoomNews,
  type RoomState,
  Stale,
  tableOf,
  type Turn,
} from "../src/index.ts";
import {
  followed,
  later,
  ME,
  OTHER,
  ownTime,
  played,
  PLAYS,
  prompts,
  refused,
  ROOM,
  settled,
  snapshot,
  tag,
  update,
  World,
} from "./world.ts";

ownTime();

describe("following", () => {
  test("gives the room with its picture and prompts", async () => {
    const world = new World();
    const room = await world.followed();
    expect(room.state).toMatchObject({ live: true, version: 4, seat: 0, watchers: 0 });
    expect(room.table).toMatchObject({ game: "twenty_nine", view: { hand: ["5C", "7H"] } });
    expect(room.turn).toMatchObject({ prompt: 4, decision: "play", legal: PLAYS });
    expect((room.turn?.deadlineAt ?? 0) - world.client.now()).toBeCloseTo(30_000, -2);
    expect(room.me?.name).toBe("Ada");
  });

  test("moves the picture by events, and tells the steps", async () => {
    const world = new World();
    const room = await world.followed();
    const news: RoomNews[] = [];
    const states: RoomState[] = [];
    room.onNews((each) => news.push(each));
    room.subscribe((state) => states.push(state));
    world.line.say(update(5, { events: [played("7H", 1)], prompts: prompts(5, 1) }));
    expect(room.table?.view).toMatchObject({ hand: ["5C"], turn: 1, total: 7 });
    expect(room.turn).toBeNull();
    expect(room.state.prompts).toMatchObject([{ seat: 1, prompt: 5 }]);
    expect(news).toMatchObject([{ kind: "changed", version: 5 }]);
    expect(states.map(({ version }) => version)).toEqual([4, 5]);
  });

  test("that is refused says why", async () => {
    const world = new World();
    const line = await world.greeted();
    const room = world.client.follow(ROOM);
    line.say(refused(line.last("follow").id, "no_such_room"));
    await expect(room).rejects.toMatchObject({ code: "no_such_room" });
    expect(world.client.rooms.size).toBe(0);
  });

  test("passes on what opens the room, on each line", async () => {
    const world = new World();
    const line = await world.greeted();
    void world.client.follow(ROOM, { password: "sesame" }).catch(() => undefined);
    expect(line.last("follow")).toMatchObject({ password: "sesame" });
    line.end();
    expect((await world.back()).last("follow")).toMatchObject({ password: "sesame" });
  });

  test("by views takes each as it is", async () => {
    const world = new World();
    const line = await world.greeted();
    const asked = world.client.follow(ROOM, { mode: "views", fair: false });
    expect(line.last("follow")).toMatchObject({ mode: "views" });
    line.say(followed(line, { mode: "views" }), snapshot(4, "first"));
    const room = await asked;
    line.say(update(9, { view: { ...room.view, name: "Monday" } }));
    expect(room.state).toMatchObject({ version: 9, view: { name: "Monday" } });
  });
});

describe("after a cut", () => {
  test("the room is resumed by version and tag", async () => {
    const world = new World();
    const room = await world.followed();
    world.line.end();
    expect(room.state.live).toBe(false);
    const line = await world.back();
    expect(line.last("follow")).toMatchObject({ version: 4, tag: tag(4) });
    line.say(followed(line, { version: 6, tag: tag(6), reason: null, now_ms: 11_000 }));
    expect(room.state.live).toBe(false);
    line.say(update(5, { events: [played("7H", 1)], prompts: prompts(5, 1) }), update(6));
    expect(room.state).toMatchObject({ live: true, version: 6 });
    expect(room.table?.view).toMatchObject({ hand: ["5C"] });
  });

  test("a prompt that is still open has the time that was lost", async () => {
    const world = new World();
    const room = await world.followed();
    world.line.end();
    const line = await world.back();
    line.say(followed(line, { reason: null, now_ms: 1_000 }));
    expect((room.turn?.deadlineAt ?? 0) - world.client.now()).toBeCloseTo(30_000, -2);
  });

  test("a snapshot takes the place of everything", async () => {
    const world = new World();
    const room = await world.followed();
    const before = room.turn?.key;
    const news: RoomNews[] = [];
    room.onNews((each) => news.push(each));
    world.line.end();
    const line = await world.back();
    line.say(
      followed(line, { reason: "rolled_back" }),
      snapshot(4, "rolled_back", { name: "New" }),
    );
    expect(room.view.name).toBe("New");
    expect(news).toMatchObject([{ kind: "fresh", reason: "rolled_back" }]);
    // The same number, and yet another prompt.
    expect(room.turn?.prompt).toBe(4);
    expect(room.turn?.key).not.toBe(before);
  });

  test("an action is sent again with its key until it is answered", async () => {
    const world = new World();
    const room = await world.followed();
    const acted = room.act(PLAYS[1]);
    const first = world.line.last("act");
    expect(first).toMatchObject({ prompt: 4, action: PLAYS[1], room: ROOM });
    expect(room.state.answering).toBe(room.turn?.key);
    world.line.end();
    const line = await world.back();
    expect(line.count("act")).toBe(0);
    line.say(followed(line, { reason: null }));
    expect(line.last("act")).toEqual(first);
    line.say({ ...refused(first.id, "outcome_unknown"), temporary: true });
    await later(200);
    expect(line.heard.filter(({ type }) => type === "act")).toEqual([first, first]);
    line.say({ type: "ok", id: first.id, room: ROOM, version: 5 });
    await expect(acted).resolves.toMatchObject({ version: 5 });
    expect(room.state.answering).toBeNull();
  });

  test("a start that was done is done", async () => {
    const world = new World();
    const room = await world.followed();
    const started = room.start();
    world.line.end();
    const line = await world.back();
    line.say(followed(line, { reason: null }));
    line.say(refused(line.last("start").id, "wrong_phase"));
    await expect(started).resolves.toMatchObject({ version: 4 });
  });
});

describe("what does not fit", () => {
  test("is asked for: first the missed updates, then a fresh picture, then a new line", async () => {
    const world = new World();
    const room = await world.followed();
    const { line } = world;
    line.say(update(6));
    expect(line.last("follow")).toMatchObject({ version: 4 });
    expect(room.view).toBeDefined();
    line.say(followed(line, { version: 6, reason: null }), update(6));
    expect(line.last("follow")).toMatchObject({ version: null, tag: null });
    line.say(followed(line, { version: 6 }), snapshot(6, "asked"));
    expect(room.state).toMatchObject({ live: true, version: 6 });
    expect(line.count("follow")).toBe(3);
  });

  test("of another history is asked for", async () => {
    const world = new World();
    await world.followed();
    world.line.say(update(4, { tag: "f".repeat(16) }));
    expect(world.line.count("follow")).toBe(2);
  });

  test("of its form costs a fresh picture", async () => {
    const world = new World();
    const room = await world.followed();
    const { line } = world;
    line.say(update(5, { events: [{ type: "ready", seat: 12, ready: true }] }));
    expect(line.last("follow")).toMatchObject({ version: null });
    line.say(followed(line, { version: 5 }), snapshot(5, "asked"));
    expect(room.state).toMatchObject({ live: true, version: 5 });
  });

  test("for the third time ends the line", async () => {
    const world = new World();
    await world.followed();
    const { line } = world;
    for (let i = 0; i < 4; i += 1) {
      line.say(update(9 + i));
      const isClosed = line.isClosed;
      expect(isClosed).toBe(i === 3);
      if (!isClosed) line.say(followed(line, { version: 4 }), snapshot(4, "asked"));
    }
    expect(line.isClosed).toBe(true);
  });

  test("an update that is known already is dropped, an event that is not known ignored", async () => {
    const world = new World();
    const room = await world.followed();
    world.line.say(update(4), update(3), update(5, { events: [{ type: "of a newer server" }] }));
    expect(room.state.version).toBe(5);
    expect(world.line.count("follow")).toBe(1);
  });
});

describe("the end of a room", () => {
  test("a second tab takes the line, and it is not taken back", async () => {
    const world = new World();
    const room = await world.followed();
    const acted = room.act(PLAYS[0]);
    world.line.say({ type: "unfollowed", room: ROOM, reason: "line_taken" });
    await expect(acted).rejects.toMatchObject({ code: "line_taken" });
    expect(room.state).toMatchObject({ ended: true, live: false, error: { code: "line_taken" } });
    await expect(room.say("x")).rejects.toMatchObject({ code: "line_taken" });
    world.line.end();
    expect((await world.back()).count("follow")).toBe(0);
    // Unless a person asks for it.
    const again = world.client.follow(ROOM, { fair: false });
    world.line.say(followed(world.line), snapshot(4, "first"));
    expect((await again).state.live).toBe(true);
  });

  test("a newer server wrote it: it goes on, on another line", async () => {
    const world = new World();
    const room = await world.followed();
    world.line.say({ type: "unfollowed", room: ROOM, reason: "outdated" });
    expect(room.state).toMatchObject({ ended: false, live: false });
    const line = await world.back();
    expect(line.last("follow")).toMatchObject({ version: 4 });
  });

  test("unfollowing ends it without an error, and is said also when the room comes again", async () => {
    const world = new World();
    const room = await world.followed();
    const turns: Turn[] = [];
    const loop = (async () => {
      for await (const turn of room.turns()) turns.push(turn);
    })();
    await settled();
    const done = room.unfollow();
    world.line.say({ type: "ok", id: world.line.last("unfollow").id, room: ROOM });
    await done;
    await loop;
    expect(turns).toHaveLength(1);
    expect(room.state).toMatchObject({ ended: true, error: null });
  });

  test.each([false, true])(
    "what waited for the line is given up with it: sent %s",
    async (sent) => {
      const world = new World();
      const room = await world.followed();
      if (!sent) world.line.end();
      const acted = room.act(PLAYS[0]);
      if (sent) world.line.end();
      const unfollowed = room.unfollow();
      await expect(acted).rejects.toMatchObject({ code: "unfollowed", facts: { sent } });
      await unfollowed;
      await expect(room.say("x")).rejects.toMatchObject({ facts: { sent: false } });
    },
  );

  test("a command finds the following forgotten, and it is made again", async () => {
    const world = new World();
    const room = await world.followed();
    const { line } = world;
    const ready = room.ready();
    line.say(refused(line.last("ready").id, "not_following"));
    expect(line.count("follow")).toBe(2);
    line.say(followed(line, { reason: null }));
    expect(line.count("ready")).toBe(2);
    line.say({ type: "ok", id: line.last("ready").id, room: ROOM });
    await expect(ready).resolves.toMatchObject({ type: "done" });
  });
});

describe("playing", () => {
  test("turns come once each, and end with the game", async () => {
    const world = new World();
    const room = await world.followed();
    const { line } = world;
    const seen: number[] = [];
    const loop = (async () => {
      for await (const turn of room.turns()) {
        seen.push(turn.prompt);
        await room.act(turn.legal[0], turn);
      }
    })();
    await settled();
    const first = line.last("act");
    line.say(
      update(5, { events: [played("5C", 0)], prompts: prompts(5), answer: { id: first.id } }),
    );
    await settled();
    expect(line.last("act")).toMatchObject({ prompt: 5 });
    expect(line.last("act").key).not.toBe(first.key);
    const over = { type: "game_ended", ended: "complete", totals: [0, 0], winners: [0] };
    const events = [{ ...over, settlement: null, record: "r-1" }];
    const turns = { now_ms: 1_000, turns: [] };
    line.say(update(6, { events, prompts: turns, answer: { id: line.last("act").id } }));
    await loop;
    expect(seen).toEqual([4, 5]);
    expect(room.view).toMatchObject({ phase: "finished", record: "r-1" });
  });

  test("a stale answer says what is open now", async () => {
    const world = new World();
    const room = await world.followed();
    const acted = room.act(PLAYS[0]);
    const [turn] = (prompts(6) as { turns: object[] }).turns;
    world.line.say(refused(world.line.last("act").id, "stale", { prompt: 6, turn }));
    const error: unknown = await acted.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Stale);
    expect((error as Stale).turn).toMatchObject({ prompt: 6, legal: PLAYS });
  });

  test("nothing can be answered where nothing is open", async () => {
    const world = new World();
    const room = await world.followed();
    world.line.say(update(5, { prompts: prompts(5, 1) }));
    await expect(room.act(PLAYS[0])).rejects.toMatchObject({ code: "not_on_turn" });
  });

  test("who sits down has a seat at once, and the picture of it next", async () => {
    const world = new World();
    const room = await world.followed({ you: null, phase: "waiting", table: null });
    expect(room.state.seat).toBeNull();
    const joined = room.join(1);
    const { id } = world.line.last("join");
    expect(world.line.last("join")).toMatchObject({ seat: 1 });
    const events = [{ type: "joined", seat: 1, player: ME, name: "Ada", connected: true }];
    world.line.say(update(5, { events, answer: { id } }));
    await expect(joined).resolves.toBe(1);
    world.line.say(snapshot(5, "role_changed", { you: 1 }));
    expect(room.state).toMatchObject({ seat: 1, live: true, version: 5 });
  });
});

test("what a game says has its types", async () => {
  const world = new World();
  const room = await world.followed();
  const turn = room.turn;
  if (turn === null) throw new Error("no turn");
  const legal = legalOf(turn);
  if (legal?.game !== "twenty_nine") throw new Error("another game");
  expect(legal.actions.map((action) => action.type)).toEqual(["play", "play"]);
  const told = happened(room.view, [played("7H", 1) as RoomEvent, { type: "timed_out", seat: 1 }]);
  expect(told).toMatchObject({ game: "twenty_nine", events: [{ type: "played", card: "7H" }] });
  const other = { ...room.view, game: "bridge" };
  expect([happened(other, []), legalOf({ ...turn, view: other }), tableOf(other)]).toEqual([
    ...[null, null, null],
  ]);
});

describe("chat", () => {
  const line = (n: number, text: string, more: object = {}) => ({
    ...{ n, player: OTHER, name: "Bob", seat: 1, text, at_ms: n, ...more },
  });

  test("is kept in order, once each, and a line that was taken away shows nothing", async () => {
    const world = new World();
    const room = await world.followed();
    const said: string[] = [];
    room.onNews((news) => {
      if (news.kind === "said") said.push(news.line.text);
    });
    const chat = (each: object) => ({ type: "chat", room: ROOM, line: each });
    world.line.say(chat(line(1, "Hello")), chat(line(2, "Hm")), chat(line(1, "Hello")));
    world.line.say(chat(line(1, "", { hidden: true })));
    expect(said).toEqual(["Hello", "Hm", ""]);
    expect(room.state.chat).toMatchObject([
      { n: 1, hidden: true },
      { n: 2, text: "Hm" },
    ]);
    world.line.end();
    const next = await world.back();
    next.say(followed(next, { reason: null, chat: [line(2, "Hm"), line(3, "Back")] }));
    expect(room.state.chat.map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  test("is refused at once in slow mode", async () => {
    const world = new World();
    const room = await world.followed();
    const said = room.say("Hello").catch((error: unknown) => error);
    const { id } = world.line.last("chat");
    const facts = { retry_ms: 9_000, slow_s: 30 };
    world.line.say({ ...refused(id, "too_fast", facts), temporary: true });
    expect(await said).toMatchObject({ code: "too_fast", facts });
  });

  test("is not said twice", async () => {
    const world = new World();
    const room = await world.followed();
    const said = room.say("Hello");
    world.line.end();
    await expect(said).rejects.toMatchObject({ code: "connection_lost", room: ROOM });
  });
});
