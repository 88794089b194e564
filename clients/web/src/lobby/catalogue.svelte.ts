/** The games of the server and the names of their tables, once they are known. */
import { games, type GameInfo } from "$lib/api.ts";
import { hasText, t, titled } from "$lib/i18n/index.svelte.ts";

class GameList {
  all: readonly GameInfo[] = $state.raw([]);
  failed = $state(false);

  /** Ask for the games if they are not known; safe to call often. */
  need(): void {
    if (this.all.length > 0) return;
    this.failed = false;
    games().then(
      (found) => (this.all = found),
      () => (this.failed = true),
    );
  }

  get(game: string): GameInfo | undefined {
    return this.all.find((each) => each.game === game);
  }

  /** The name of a game in the page's language; its key while it is not known. */
  title(game: string): string {
    const found = this.get(game);
    return found === undefined ? game : titled(found.titles);
  }
}

export const gameList = new GameList();

/** The name of a preset (`GAME/name`) in the page's language; its key while it is not known. */
export function presetTitle(preset: string): string {
  const [game = "", name = ""] = preset.split("/");
  const titles = gameList.get(game)?.presets[preset]?.titles;
  return titles === undefined ? name.replaceAll("_", " ") : titled(titles);
}

/** A line about a game; empty for one that this client does not know. */
export function gameBlurb(game: string): string {
  const key = `game-${game}`;
  return hasText(key) ? t(key) : "";
}
