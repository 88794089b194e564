// A bot that opens a table, or joins one, and plays it to the end.
//
//   node --conditions=source examples/bot.ts ws://127.0.0.1:8080/ws [ROOM]
import { argv } from "node:process";
import { Client, Stale } from "@kozyr/client";

const [, , url = "ws://127.0.0.1:8080/ws", known] = argv;
const client = new Client({ url, name: "Thirty Lines", program: "example/1.0" });
await client.connect();

const id = known ?? (await client.create({ game: "twenty_nine", seats: 3 }));
console.log(`table ${id}`);
const room = await client.follow(id);
room.onNews((news) => {
  if (news.kind === "said") console.log(`${news.line.name}: ${news.line.text}`);
});
await room.join();
await room.ready();

for await (const turn of room.turns()) {
  const action = turn.legal[Math.floor(Math.random() * turn.legal.length)];
  try {
    await room.act(action, turn);
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
  }
}

const table = room.table;
if (table?.game === "twenty_nine") console.log(`totals ${String(table.view.totals)}`);
client.close();
