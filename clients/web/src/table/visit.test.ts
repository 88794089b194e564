import type { Room, RoomNews, RoomState } from "@kozyr/client";
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
