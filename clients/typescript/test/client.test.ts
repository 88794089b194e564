import { describe, expect, test } from "vitest";
import {
  ConnectionEnded,
  type ConnectionState,
  KozyrError,
  memoryTokens,
  OutcomeUnknown,
  Refused,
} from "../src/index.ts";
import { later, LIMITS, ownTime, refused, settled, TOKEN, welcome, World } from "./world.ts";

ownTime();

describe("the greeting", () => {
  test("says who it is, and is said first", async () => {
    const world = new World({ program: "test/1" });
    const line = await world.greeted();
    expect(line.heard[0]).toEqual({
      ...{ type: "hello", min_version: 1, max_version: 1, token: TOKEN, name: "Ada" },
      client: "test/1",
    });
    expect(world.client.state).toMatchObject({ status: "online", error: null, retryAt: null });
    await expect(world.client.connect()).resolves.toMatchObject({ server: "test/1", token: null });
  });

  test("says in which language a name is to be proposed", async () => {
    const world = new World({ language: "ru" });
    const line = await world.greeted();
    expect(line.heard[0]).toMatchObject({ type: "hello", language: "ru" });
  });

  test("a new guest draws his token before he connects, and keeps it", async () => {
    const tokens = memoryTokens();
    const world = new World({ tokens });
    const line = await world.greeted();
    expect(line.heard[0]).toMatchObject({ token: await tokens.load() });
    expect(await tokens.load()).toMatch(/^[\w-]{43}$/);
  });

  test("a token that the server gives is kept and never shown", async () => {
    const tokens = memoryTokens("old");
    const world = new World({ tokens });
    void world.client.connect();
    await settled();
    world.line.open().say(welcome({ token: TOKEN }));
    await settled();
    expect(await tokens.load()).toBe(TOKEN);
    expect(JSON.stringify(world.client.state)).not.toContain(TOKEN);
  });

  test("that is refused ends it", async () => {
    const world = new World();
    const connected = world.client.connect();
    await settled();
    world.line.open().say(refused(null, "bad_name"));
    await expect(connected).rejects.toMatchObject({ code: "bad_name" });
    expect(world.client.state).toMatchObject({ status: "ended", error: { code: "bad_name" } });
    await later(60_000);
    expect(world.lines).toHaveLength(1);
  });

  test("that is refused for a while is said again", async () => {
    const world = new World();
    void world.client.connect();
    await settled();
    world.line.open().say({ ...refused(null, "store_unavailable"), temporary: true });
    expect(world.client.state.status).toBe("waiting");
    await world.back();
    expect(world.client.state.status).toBe("online");
  });

  test("that nobody answers is said again", async () => {
    const world = new World();
    void world.client.connect();
    await settled();
    world.line.open();
    await later(10_100);
    await world.back();
    expect(world.client.state.status).toBe("online");
  });
});

describe("the name", () => {
  test("that was changed is kept on the lines to come", async () => {
    const world = new World();
    const line = await world.greeted();
    const renamed = world.client.ask({ type: "rename", name: "Bella" });
    line.say({
      ...{ type: "you", id: line.last("rename").id },
      player: "p",
      name: "Bella",
    });
    await expect(renamed).resolves.toMatchObject({ name: "Bella", claimed: false });
    line.end();
    expect((await world.back()).heard[0]).toMatchObject({ type: "hello", name: "Bella" });
  });

  test("that is not to be had any more is left", async () => {
    const world = new World();
    const line = await world.greeted();
    line.end();
    world.client.wake();
    await settled();
    world.line.open().say(refused(null, "name_taken"));
    expect(world.client.state.status).toBe("waiting");
    expect((await world.back()).heard[0]).toMatchObject({ type: "hello", name: null });
    expect(world.client.state.status).toBe("online");
  });
});

test("a token that cannot be kept or found is said", async () => {
  const fails = () => Promise.reject(new Error("no storage"));
  const world = new World({ tokens: { load: fails, save: fails } });
  await expect(world.client.connect()).rejects.toMatchObject({ code: "not_opened" });
});

describe("a line that ends", () => {
  test.each([1006, 1001, 1011, 4000, 4001, 4003, 4006, 4499])(
    "with %i comes back",
    async (code) => {
      const world = new World();
      const line = await world.greeted();
      line.end(code);
      expect(world.client.state.status).toBe("waiting");
      await world.back();
      expect(world.client.state.status).toBe("online");
    },
  );

  test.each([1000, 1002, 1003, 1007, 1009, 4500, 4501, 4505, 4999])(
    "with %i is final",
    async (code) => {
      const world = new World();
      const line = await world.greeted();
      const asked = world.client.list();
      line.end(code);
      await expect(asked).rejects.toThrow(ConnectionEnded);
      expect(world.client.state).toMatchObject({
        status: "ended",
        error: { facts: { close: code } },
      });
      await later(60_000);
      expect(world.lines).toHaveLength(1);
      await expect(world.client.list()).rejects.toThrow(ConnectionEnded);
      await expect(world.client.follow("r")).rejects.toThrow(ConnectionEnded);
    },
  );

  test("is tried again after twice as long each time, up to a bound", async () => {
    const world = new World();
    const waits: number[] = [];
    world.client.subscribe(({ retryAt }: ConnectionState) => {
      if (retryAt !== null) waits.push(Math.round(retryAt - world.client.now()));
    });
    const line = await world.greeted();
    line.end();
    while (waits.length < 8) {
      const before = world.lines.length;
      await later(100);
      if (world.lines.length > before) world.line.end();
    }
    expect(waits).toEqual([375, 750, 1500, 3000, 6000, 11250, 11250, 11250]);
  });

  test("after a notice is tried again after the delay that was named", async () => {
    const world = new World();
    const line = await world.greeted();
    const notice = { type: "notice", code: "draining", message: "Back soon.", delay_ms: 7000 };
    line.say(notice);
    expect(world.client.state.notice).toMatchObject({ code: "draining", delay_ms: 7000 });
    line.end(4000);
    await later(6_900);
    expect(world.lines).toHaveLength(1);
    await world.back();
    expect(world.client.state).toMatchObject({ status: "online", notice: null });
  });

  test("for too long is given up, if the program wishes so", async () => {
    const world = new World({ patience: { giveUpMs: 5_000 } });
    const line = await world.greeted();
    line.end();
    for (let i = 0; i < 100 && world.client.state.status !== "ended"; i += 1) {
      await later(100);
      if (!world.line.isClosed) world.line.end();
    }
    expect(world.client.state.error).toMatchObject({ code: "connection_lost", temporary: true });
  });

  test("is opened again at once when the program wakes", async () => {
    const world = new World();
    const line = await world.greeted();
    line.end();
    world.client.wake();
    await settled();
    expect(world.lines).toHaveLength(2);
  });
});

describe("a quiet line", () => {
  test("is asked whether it lives, and left when it does not answer", async () => {
    const world = new World();
    const line = await world.greeted();
    await later(20_100);
    expect(line.count("ping")).toBe(1);
    line.say({ type: "pong", id: 0 });
    await later(44_000);
    expect(line.isClosed).toBe(false);
    await later(1_500);
    expect(line.isClosed).toBe(true);
    expect(world.client.state.status).not.toBe("online");
  });

  test("answers a ping", async () => {
    const line = await new World().greeted();
    line.say({ type: "ping", id: 7 });
    expect(line.last("pong")).toEqual({ type: "pong", id: 7 });
  });
});

describe("commands", () => {
  test("are answered by whatever carries their number", async () => {
    const world = new World();
    const line = await world.greeted();
    const page = world.client.list({ game: "king" });
    expect(line.last("list")).toMatchObject({ game: "king" });
    line.say({ type: "rooms", id: line.last("list").id, rooms: [], next: "x" });
    await expect(page).resolves.toMatchObject({ rooms: [], next: "x" });
    const made = world.client.create({ game: "king" });
    const { id, key } = line.last("create") as { id: number; key: string };
    expect(key).toMatch(/^[\w-]{22}$/);
    line.say({ type: "created", id, room: "r1" });
    await expect(made).resolves.toBe("r1");
  });

  test("that are refused say why", async () => {
    const world = new World();
    const line = await world.greeted();
    const page = world.client.list({ game: "bridge" });
    line.say(refused(line.last("list").id, "unknown_game", { games: ["king"] }));
    const error: unknown = await page.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({
      code: "unknown_game",
      temporary: false,
      facts: { games: ["king"] },
    });
  });

  test("that are refused for a while are sent again, after the time that was named", async () => {
    const world = new World();
    const line = await world.greeted();
    const made = world.client.create({ game: "king" });
    const first = line.last("create");
    line.say({ ...refused(first.id, "too_fast", { retry_ms: 400 }), temporary: true });
    await later(390);
    expect(line.count("create")).toBe(1);
    await later(200);
    expect(line.heard.filter(({ type }) => type === "create")).toEqual([first, first]);
    line.say({ type: "created", id: first.id, room: "r1" });
    await expect(made).resolves.toBe("r1");
  });

  test("are sent again over a cut, with the same key", async () => {
    const world = new World();
    const line = await world.greeted();
    const made = world.client.create({ game: "king" });
    const first = line.last("create");
    line.end();
    const next = await world.back();
    expect(next.last("create")).toEqual(first);
    next.say({ type: "created", id: first.id, room: "r1" });
    await expect(made).resolves.toBe("r1");
  });

  test("that must not be done twice are not sent twice", async () => {
    const world = new World();
    const line = await world.greeted();
    const said = world.client.ask({ type: "lobby_chat", text: "Hello" });
    line.end();
    await expect(said).rejects.toThrow(OutcomeUnknown);
    const next = await world.back();
    expect(next.count("lobby_chat")).toBe(0);
  });

  test("that are not answered end the line, and in the end the patience", async () => {
    const world = new World();
    const line = await world.greeted();
    const page = world.client.list();
    const caught = page.catch((error: unknown) => error);
    await later(15_100);
    expect(line.isClosed).toBe(true);
    await later(90_000);
    expect(await caught).toMatchObject({ code: "no_answer" });
  });

  test("keep to the limits of the server", async () => {
    const world = new World();
    void world.client.connect();
    await settled();
    const limits = { ...LIMITS, commands_per_s: 10, commands_burst: 4 };
    world.line.open().say(welcome({ limits }));
    for (let i = 0; i < 8; i += 1) void world.client.list().catch(() => undefined);
    expect(world.line.count("list")).toBe(3);
    await later(250);
    expect(world.line.count("list")).toBe(5);
    await later(1_000);
    expect(world.line.count("list")).toBe(8);
  });

  test("that are too large are not sent", async () => {
    const world = new World();
    const line = await world.greeted();
    const said = world.client.ask({ type: "lobby_chat", text: "x".repeat(9_000) });
    await expect(said).rejects.toMatchObject({ code: "too_large" });
    expect(line.count("lobby_chat")).toBe(0);
  });

  test("wait for a line that is not there yet", async () => {
    const world = new World();
    const page = world.client.list();
    const line = await world.greeted();
    line.say({ type: "rooms", id: line.last("list").id, rooms: [], next: null });
    await expect(page).resolves.toMatchObject({ next: null });
  });
});

describe("what the server says", () => {
  test("is told by its type, also what is not known", async () => {
    const world = new World();
    const line = await world.greeted();
    const heard: unknown[] = [];
    world.client.on("matched", (message) => heard.push(message.room));
    const stop = world.client.on("weather", (message) => heard.push(message["sun"]));
    line.say({ type: "matched", room: "r9", seat: 1 }, { type: "weather", sun: true });
    stop();
    line.say({ type: "weather", sun: false });
    expect(heard).toEqual(["r9", true]);
  });

  test("that is no message is ignored", async () => {
    const world = new World();
    const line = await world.greeted();
    line.say("{", '{"type": 3}', "[]");
    expect(world.client.state.status).toBe("online");
  });
});

test("closing ends everything", async () => {
  const world = new World();
  const line = await world.greeted();
  const page = world.client.list();
  world.client.close();
  await expect(page).rejects.toMatchObject({ code: "closed" });
  expect(line.isClosed).toBe(true);
  expect(world.client.state).toMatchObject({ status: "ended", error: null });
  await later(60_000);
  expect(world.lines).toHaveLength(1);
});

test("becoming somebody else makes a new line at once", async () => {
  const world = new World();
  const line = await world.greeted();
  const signed = world.client.signIn("Ada", "correct horse");
  const id = line.last("sign_in").id;
  const token = "S".repeat(43);
  line.say({ type: "signed_in", id, player: "p2", name: "Ada", token });
  await signed;
  await settled();
  expect(line.isClosed).toBe(true);
  expect(world.lines).toHaveLength(2);
  world.line.open();
  expect(world.line.heard[0]).toMatchObject({ type: "hello", token, name: null });
});

test("an address that is none is an error of the program", async () => {
  const world = new World({
    socket: () => {
      throw new SyntaxError("no address");
    },
  });
  await expect(world.client.connect()).rejects.toThrow(KozyrError);
  expect(world.client.state.error).toMatchObject({ code: "not_opened" });
});
