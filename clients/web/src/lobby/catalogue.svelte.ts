/** The games of the server and the names of their tables, once they are known. */
import { games, type GameInfo } from "$lib/api.ts";
import { hasText, t, titled } from "$lib/i18n/index.svelte.ts";

/** Stands for a name until the list is there. */
const NOT_YET = "…";

/** A list that did not come is asked for again by itself, the first time soon. */
const AGAIN_MS = [1000, 3000, 10_000];

class GameList {
  all: readonly GameInfo[] = $state.raw([]);
  failed = $state(false);
  #isAsking = false;

  /** Ask for the games if they are not known; safe to call often. */
  need(): void {
    if (this.all.length > 0 || this.#isAsking) return;
    this.failed = false;
    this.#isAsking = true;
    void this.#ask(0);
  }

  async #ask(tries: number): Promise<void> {
    try {
      this.all = await games();
      this.failed = false;
      this.#isAsking = false;
    } catch {
      const wait_ms = AGAIN_MS[tries];
      this.failed = tries > 0;
      this.#isAsking = wait_ms !== undefined;
      if (wait_ms !== undefined) setTimeout(() => void this.#ask(tries + 1), wait_ms);
    }
  }

  get(game: string): GameInfo | undefined {
    return this.all.find((each) => each.game === game);
  }

  /** The name of a game in the page's language; a game that the server does not have is its key. */
  title(game: string): string {
    if (this.all.length === 0) return NOT_YET;
    const found = this.get(game);
    return found === undefined ? game : titled(found.titles);
  }
}

export const gameList = new GameList();

/** The name of a table; one that is called as its game is has its name in the page's language. */
export function tableName(game: string, name: string): string {
  const found = gameList.get(game);
  const isPlain = found !== undefined && Object.values(found.titles).includes(name);
  return isPlain ? titled(found.titles) : name;
}

/** The name of a preset (`GAME/name`) in the page's language; one that is not known is its key. */
export function presetTitle(preset: string): string {
  if (gameList.all.length === 0) return NOT_YET;
  const [game = "", name = ""] = preset.split("/");
  const titles = gameList.get(game)?.presets[preset]?.titles;
  return titles === undefined ? name.replaceAll("_", " ") : titled(titles);
}

/** A line about a game; empty for one that this client does not know. */
export function gameBlurb(game: string): string {
  const key = `game-${game}`;
  return hasText(key) ? t(key) : "";
}
