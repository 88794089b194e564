import { FREE, type Room, type RoomNews, type RoomState } from "@kozyr/client";
import { beforeEach, expect, it } from "vitest";
import { Visit } from "./visit.svelte.ts";
import { needTexts, speak, t } from "$lib/i18n/index.svelte.ts";
import { notices } from "$lib/notices.svelte.ts";
import { session } from "$lib/session.svelte.ts";

beforeEach(async () => {
  await needTexts("room");
  await speak("en");
});

it("takes back what was answered to a knock when it is answered anew", () => {
  const view = { phase: "waiting", seats: [], record: null } as unknown as RoomState["view"];
  const state = { view, chat: [], seat: null, prompts: [] } as unknown as RoomState;
  let hear: (news: RoomNews) => void = () => undefined;
  const room = {
    id: "r1",
    state,
    onNews: (listener: typeof hear) => ((hear = listener), () => undefined),
    join: () => Promise.resolve(0),
  } as unknown as Room;
  const welcome = { player: "p1" } as NonNullable<typeof session.connection.welcome>;
  session.connection = { ...session.connection, welcome };
  const answer = (admitted: boolean): void =>
    hear({
      kind: "changed",
      events: [{ type: "knock_answered", player: "p1", admitted }],
      view,
    } as unknown as RoomNews);
  const shown = (): string[] => notices.shown.map((each) => each.text);

  const visit = new Visit();
  visit.watch(room);
  answer(false);
  expect(shown()).toContain(t("room-knock-refused"));
  answer(true);
  expect(shown()).not.toContain(t("room-knock-refused"));
  answer(false);
  visit.knocked();
  expect(shown()).not.toContain(t("room-knock-refused"));
});

it("counts what others have said since it was read, but for lines that are not shown", () => {
  const line = (n: number, player: string, hidden = false): object => ({ n, player, hidden });
  const talk = (...chat: object[]): RoomState =>
    ({ chat, live: true, view: { phase: "playing" } }) as unknown as RoomState;
  const welcome = { player: "p1" } as NonNullable<typeof session.connection.welcome>;
  session.connection = { ...session.connection, welcome };
  session.me = { ignored: ["p3"] } as unknown as NonNullable<typeof session.me>;
  const visit = new Visit();
  // What was said before one came is no news.
  visit.look(talk(line(1, "p2")), true);
  expect(visit.unread(talk(line(1, "p2")))).toBe(0);
  const now = talk(line(1, "p2"), line(2, "p2"), line(3, "p1"), line(4, "p3"), line(5, "p2", true));
  expect(visit.unread(now)).toBe(1);
  visit.read(now);
  expect(visit.unread(now)).toBe(0);
});

it("tells that the line is back, and not that it is there at first", () => {
  const at = (live: boolean): RoomState =>
    ({ chat: [], live, view: { phase: "playing" } }) as unknown as RoomState;
  const told = (): number =>
    notices.shown.filter((each) => each.text === t("room-line-back")).length;
  const visit = new Visit();
  visit.look(at(false), true);
  visit.look(at(true), true);
  expect(told()).toBe(0);
  visit.look(at(true), false);
  // Online, but its news are not all here yet.
  visit.look(at(false), true);
  expect(told()).toBe(0);
  visit.look(at(true), true);
  expect(told()).toBe(1);
});

it("shows the result of a game under the names of those who played it", () => {
  const picture = (phase: string, ...names: string[]): RoomState["view"] => {
    const seats = names.map((name) => ({ ...FREE, name, player: name === "" ? null : name }));
    const table = phase === "finished" ? { result: { totals: [9, 4], winners: [0] } } : null;
    const record = phase === "playing" ? null : "r1-1";
    return { phase, seats, record, table } as unknown as RoomState["view"];
  };
  const state = { chat: [], seat: null, prompts: [], live: true, view: picture("playing") };
  let hear: (news: RoomNews) => void = () => undefined;
  const room = {
    id: "r1",
    state,
    onNews: (listener: typeof hear) => ((hear = listener), () => undefined),
  } as unknown as Room;
  const visit = new Visit();
  const go = (view: RoomState["view"], ...events: object[]): void => {
    state.view = view;
    hear({ kind: "changed", events, view } as unknown as RoomNews);
    visit.look(state as unknown as RoomState, true);
  };
  visit.watch(room);
  go(picture("playing", "Anna", "Boris"));
  go(picture("finished", "Anna", "Boris"), {
    ...{ type: "game_ended", totals: [9, 4], winners: [0], settlement: null },
  });
  go(picture("finished", "", "Boris"), { type: "left", seat: 0 });
  expect(visit.names).toEqual(["Anna", "Boris"]);
  go(picture("waiting", "Clara", "Boris"), { type: "joined", seat: 0 });
  expect(visit.names).toEqual(["Anna", "Boris"]);
  expect(visit.end?.record).toBe("r1-1");
  // They have drawn for their seats: what was won before is shown under nobody's name.
  go(picture("playing", "Boris", "Clara"), { type: "game_started" });
  expect(visit.end).toBeNull();
  expect(visit.result).toBeNull();
  expect(visit.names).toEqual(["Boris", "Clara"]);
});
