/**
 * Players at one table, each with a client of its own; for `tests/clients/typescript/test_sdk.py`.
 *
 *   node test/players.ts WS_URL HTTP_URL SEATS CREATE_AS_JSON
 *
 * Says what happened as one line of JSON.
 */

import assert from "node:assert/strict";
import { argv } from "node:process";
import {
  checkFairness,
  Client,
  legalOf,
  type NewRoom,
  parseRecord,
  type RoomState,
  Stale,
  type Turn,
} from "@kozyr/client";

interface Seen {
  lines: number;
  acts: number;
  stale: number;
  doubts: string[];
  version: number;
}

const [, , url = "", http = "", seats = "", create = ""] = argv;
const count = Number(seats);

/** Knock as soon as it can be done and hold low cards, so that games of Gin end; else anything. */
function chosen(turn: Turn): unknown {
  const legal = legalOf(turn);
  if (legal?.game === "gin_rummy") {
    const knock = legal.actions.find((action) => action.type === "knock");
    const discards = legal.actions.filter((action) => action.type === "discard");
    const worth = ({ card }: { card: string }) => "A23456789TJQK".indexOf(card.charAt(0));
    const highest = discards.sort((one, other) => worth(other) - worth(one))[0];
    if (knock !== undefined || highest !== undefined) return knock ?? highest;
  }
  return turn.legal[(turn.prompt * 7919) % turn.legal.length];
}

async function play(client: Client, id: string): Promise<[RoomState, Seen]> {
  const seen: Seen = { lines: 0, acts: 0, stale: 0, doubts: [], version: 0 };
  seen.lines += 1;
  client.on("welcome", () => {
    seen.lines += 1;
  });
  const room = await client.follow(id);
  room.onNews((news) => {
    if (news.kind === "doubted") seen.doubts.push(news.problem.message);
    if (news.kind === "changed") {
      // Each version once, whatever becomes of the line.
      if (seen.version > 0) assert.equal(news.version, seen.version + 1);
      seen.version = news.version;
    }
    if (news.kind === "fresh") seen.version = news.version;
  });
  await room.join();
  await room.ready();
  for await (const turn of room.turns()) {
    try {
      await room.act(chosen(turn), turn);
      seen.acts += 1;
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      seen.stale += 1;
    }
  }
  // Let the steps of the others' lines come; then the folded view is that of a fresh picture.
  const folded = await room.until(({ view }) => view.seats.every((seat) => seat.connected));
  await room.unfollow();
  const again = await client.follow(id);
  assert.deepEqual(
    { ...folded.view, seats: again.view.seats.length },
    { ...again.view, seats: folded.view.seats.length },
  );
  return [folded, seen];
}

const clients = Array.from(
  { length: count },
  (_, n) => new Client({ url, name: `Player ${String(n)}`, program: "sdk-test/1.0" }),
);
const [first] = clients;
assert.ok(first);
await Promise.all(clients.map((client) => client.connect()));
const id = await first.create(JSON.parse(create) as NewRoom);
const played = await Promise.all(clients.map((client) => play(client, id)));

const name = played[0]?.[0].view.record ?? "";
const record = parseRecord(await (await fetch(`${http}/api/v1/records/${name}`)).text());
const problems = checkFairness(record).flatMap((check) => check.problems);
const links = record.deals.map((deal) => deal.fairness.seat_links.filter((link) => link !== null));
console.log(
  JSON.stringify({
    room: id,
    record: name,
    ended: record.ended,
    totals: record.totals,
    problems,
    links: links.map((each) => each.length),
    players: played.map(([, seen]) => seen),
  }),
);
for (const client of clients) client.close();
