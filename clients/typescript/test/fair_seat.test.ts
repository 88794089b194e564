import { describe, expect, test } from "vitest";
import { fair, type Room, type RoomNews } from "../src/index.ts";
import { FairSeat } from "../src/fair_seat.ts";
import { FairnessProblem } from "../src/errors.ts";
import {
  followed,
  type Line,
  ME,
  ownTime,
  refused,
  ROOM,
  settled,
  snapshot,
  update,
  view,
  World,
} from "./world.ts";

ownTime();

const SERVER = new fair.Chain(new Uint8Array(32).fill(7));
const SEATS = view().seats;

/** A seat in a game whose server keeps to the rules, unless told otherwise. */
async function seated(): Promise<{ room: Room; line: Line; tip: string; doubts: string[] }> {
  const world = new World();
  const line = await world.greeted();
  const asked = world.client.follow(ROOM);
  await settled();
  line.say(followed(line), snapshot(4, "first", { tip: SERVER.tip, phase: "waiting" }));
  const room = await asked;
  const doubts: string[] = [];
  room.onNews((news: RoomNews) => {
    if (news.kind === "doubted") doubts.push(news.problem.message);
  });
  const tip = line.last("tip").tip as string;
  const events = [{ type: "tip", seat: 0, tip }];
  line.say(update(5, { events, answer: { id: line.last("tip").id } }));
  return { room, line, tip, doubts };
}

function opened(n: number, tip: string): object {
  return { type: "shuffle_opened", n, seats: [0], tips: [tip, null] };
}

function wanted(n: number, tip: string, first_n = 1): { type: string; first_n: number } {
  return { type: "link_wanted", room: ROOM, n, first_n, tip, within_ms: 3_000 } as never;
}

function shown(n: number, tip: string, link: unknown, fields: object = {}): object {
  const missing = link === null ? [0] : [];
  const fairness = {
    ...{ n, tip: SERVER.tip, server_link: SERVER.link(n), seat_tips: [tip, null] },
    ...{ seat_links: [link, null], missing, ...fields },
  };
  return { type: "fairness", fairness };
}

describe("an honest server", () => {
  test("gets the links that it asks for, one after the other", async () => {
    const { line, tip, doubts } = await seated();
    let version = 5;
    for (const n of [1, 2, 3]) {
      line.say(update((version += 1), { events: [opened(n, tip)] }), wanted(n, tip));
      const { id, link } = line.last("link") as { id: number; link: string };
      expect(line.last("link")).toMatchObject({ n, room: ROOM });
      expect(fair.isLink(fair.fromHex("tip", tip), fair.fromHex("link", link), n)).toBe(true);
      const events = [
        { type: "link_taken", seat: 0 },
        { type: "shuffled", n, missing: [] },
      ];
      line.say(update((version += 1), { events, answer: { id } }));
      line.say(update((version += 1), { events: [shown(n, tip, link)] }));
    }
    expect(line.count("link")).toBe(3);
    expect(doubts).toEqual([]);
  });

  test("may leave a link out that did not come in time", async () => {
    const { line, tip, doubts } = await seated();
    line.say(update(6, { events: [opened(1, tip)] }));
    line.say(
      update(7, { events: [{ type: "shuffled", n: 1, missing: [0] }, shown(1, tip, null)] }),
    );
    expect(doubts).toEqual([]);
  });

  test("may ask a seat for the link of a program that had it when the shuffle was opened", async () => {
    const world = new World();
    const line = await world.greeted();
    const asked = world.client.follow(ROOM);
    await settled();
    const before = "cd".repeat(32);
    const seats = SEATS.map((seat, k) => (k === 0 ? { ...seat, tip: before } : seat));
    const shuffle = { n: 3, seats: [0], tips: [before, null], fed: [] };
    const picture = { tip: SERVER.tip, phase: "playing" as const, seats, shuffle };
    line.say(followed(line), snapshot(4, "first", picture), wanted(3, before));
    const doubts: string[] = [];
    (await asked).onNews((news: RoomNews) => {
      if (news.kind === "doubted") doubts.push(news.problem.message);
    });
    expect(line.count("link")).toBe(0);
    const tip = line.last("tip").tip as string;
    const events = [{ type: "tip", seat: 0, tip }];
    line.say(update(5, { events, answer: { id: line.last("tip").id } }), wanted(3, before));
    expect(line.count("link")).toBe(0);
    expect(doubts).toEqual([]);
    line.say(update(6, { events: [opened(4, before)] }), wanted(4, before));
    expect(doubts).toEqual(["A link of another chain is asked for."]);
  });

  test("gets another chain with the next game", async () => {
    const { line, tip } = await seated();
    const reopened = { type: "reopened", game_no: 2, tip: "ab".repeat(32), options: {} };
    line.say(update(6, { events: [{ type: "tip", seat: 0, tip: null }, reopened] }));
    expect(line.count("tip")).toBe(2);
    expect(line.last("tip").tip).toMatch(/^[0-9a-f]{64}$/);
    expect(line.last("tip").tip).not.toBe(tip);
  });
});

describe("a server that cheats is found out:", () => {
  test("it asks before the shuffle is open", async () => {
    const { line, tip, doubts } = await seated();
    line.say(wanted(1, tip));
    expect(line.count("link")).toBe(0);
    expect(doubts).toEqual(["A link is asked for before its shuffle."]);
  });

  test("it asks for a deeper link", async () => {
    const { line, tip, doubts } = await seated();
    line.say(update(6, { events: [opened(1, tip)] }), wanted(1, tip));
    line.say(update(7, { events: [opened(3, tip)] }), wanted(3, tip, 2));
    expect(line.count("link")).toBe(1);
    expect(doubts).toEqual(["Shuffle 2 was not the first that listed the own tip."]);
  });

  test("it asks for the link of a chain that is not ours", async () => {
    const { line, tip, doubts } = await seated();
    line.say(update(6, { events: [opened(1, tip)] }), wanted(1, "cd".repeat(32)));
    expect(doubts).toEqual(["A link of another chain is asked for."]);
  });

  test("it calls an acknowledged link missing", async () => {
    const { line, tip, doubts } = await seated();
    line.say(update(6, { events: [opened(1, tip)] }), wanted(1, tip));
    line.say({ type: "ok", id: line.last("link").id, room: ROOM, version: 7 });
    line.say(update(7, { events: [{ type: "shuffled", n: 1, missing: [0] }] }));
    line.say(update(8, { events: [shown(1, tip, null)] }));
    const cheated = "The server acknowledged the own link and now calls it missing.";
    expect(doubts).toEqual([cheated, cheated]);
  });

  test("it uses another link of its own, another tip, or others' tips", async () => {
    const { line, tip, doubts } = await seated();
    line.say(update(6, { events: [opened(1, tip)] }), wanted(1, tip));
    const { link } = line.last("link") as unknown as { link: string };
    line.say(update(7, { events: [shown(1, tip, link, { server_link: SERVER.link(2) })] }));
    expect(doubts.splice(0)).toEqual(["The server's link does not hash to its tip in 1 steps."]);
    line.say(update(8, { events: [shown(1, tip, link, { tip: "ef".repeat(32) })] }));
    expect(doubts.splice(0)[0]).toMatch(/not the one that was published/);
    const more = { seat_tips: [tip, "ab".repeat(32)], seat_links: [link, null] };
    line.say(update(9, { events: [shown(1, tip, link, more)] }));
    expect(doubts[0]).toMatch(/not those that were announced/);
  });
});

test("a tip that is refused is not shown again, and that is told", async () => {
  const world = new World();
  const line = await world.greeted();
  const asked = world.client.follow(ROOM);
  await settled();
  line.say(followed(line), snapshot(4, "first", { phase: "waiting" }));
  const room = await asked;
  const doubts: RoomNews[] = [];
  room.onNews((news) => doubts.push(news));
  line.say(refused(line.last("tip").id, "bad_tip"), update(5));
  expect(line.count("tip")).toBe(1);
  expect(doubts).toMatchObject([{ kind: "doubted", problem: { code: "fairness", n: 0 } }, {}]);
  void room.join().catch(() => undefined);
  expect(line.last("join")).not.toHaveProperty("tip");
});

test("who sits down shows his tip with it; a spectator shows none", async () => {
  const world = new World();
  const line = await world.greeted();
  const asked = world.client.follow(ROOM);
  await settled();
  line.say(followed(line), snapshot(4, "first", { phase: "waiting", you: null, seats: SEATS }));
  const room = await asked;
  expect(line.count("tip")).toBe(0);
  void room.join(1).catch(() => undefined);
  expect(line.last("join").tip).toBe(world.client.tip(ROOM));
  expect(room.view.seats[0]?.player).toBe(ME);
});

test("a seat that came late does not judge what it has not seen", () => {
  const seat = new FairSeat(ROOM, () => new Uint8Array(32).fill(1));
  const other = "ab".repeat(32);
  const seats = [
    { ...SEATS[0], tip: seat.tip },
    { ...SEATS[1], tip: other },
  ] as typeof SEATS;
  const now = view({ tip: SERVER.tip, seats });
  seat.takePicture(now);
  const fairness = {
    ...{ n: 3, tip: SERVER.tip, server_link: SERVER.link(3), seat_tips: [null, other] },
    ...{ seat_links: [null, "cd".repeat(32)], missing: [] },
  };
  expect(seat.takeEvents([{ type: "fairness", fairness }], now)).toEqual([]);
  expect(() => seat.link(wanted(4, seat.tip) as never, now)).toThrow(FairnessProblem);
});
