/** Whether somebody is here, from the list of those who are connected. */
import type { server } from "@kozyr/client";
import { session } from "$lib/session.svelte.ts";

export type Presence = server.People["people"][number];

/** Pages of the list that are looked through: 50 people each. */
const MOST_PAGES = 4;

/** What somebody does here now; null: he is not among those who were looked through. */
export async function presenceOf(player: string): Promise<Presence | null> {
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found: server.People = await session.client.ask({
      type: "people",
      ...(after === null ? {} : { after }),
    });
    const person = found.people.find((each) => each.player === player);
    if (person !== undefined) return person;
    if (found.next === null) return null;
    after = found.next;
  }
  return null;
}
