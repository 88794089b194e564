import "./tokens.css";
import "./base.css";
import "./first.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { tableFor } from "./games/registry.ts";
import { match } from "./pages/routes.ts";
import { fairWish } from "./table/fair.svelte.ts";
import { games } from "$lib/api.ts";
import { codeIn } from "$lib/entries.ts";
import { needTexts } from "$lib/i18n/index.svelte.ts";
import { lastSeat } from "$lib/seat.svelte.ts";
import { followed, session } from "$lib/session.svelte.ts";
import { applySettings } from "$lib/settings.svelte.ts";

const TAKEN_OVER_MS = 2000;

// What a page will ask for is asked for while its code comes; a failure is the page's to tell.

async function fetchGame(game: string): Promise<void> {
  const { load, topics } = tableFor(game);
  await Promise.all([load(), needTexts(...topics)]);
}

async function fetchTable(room: string, page: Promise<unknown>): Promise<void> {
  if (lastSeat.now?.room === room) void fetchGame(lastSeat.now.game).catch(() => undefined);
  const code = codeIn(location.hash);
  const [following, close] = followed(room, {
    fair: fairWish.isOn,
    ...(code === null ? {} : { code }),
  });
  // The page takes over, unless somebody has gone elsewhere meanwhile.
  void page.catch(() => undefined).then(() => setTimeout(close, TAKEN_OVER_MS));
  await following.asked;
  if (following.state !== null) await fetchGame(following.state.view.game);
}

applySettings();
session.start();
const first = match(location.pathname);
const page = first?.route.name;
if (page === "lobby" || page === "table") games().catch(() => undefined);
if (first !== null && page === "table") {
  fetchTable(first.params["room"] ?? "", first.route.load()).catch(() => undefined);
}
// Afterwards: what was asked for goes out before the page is drawn.
setTimeout(() => {
  const target = document.getElementById("app");
  if (target === null) throw new Error("the page has no place for the client");
  target.replaceChildren();
  mount(App, { target });
}, 0);
