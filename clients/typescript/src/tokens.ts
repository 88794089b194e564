/** Where the secret is kept by which a player comes back. */

/** Keeps one player's token. */
export interface TokenStore {
  /** The token; null: there is none yet. */
  load(): string | null | Promise<string | null>;
  /** Keep a token in the place of the last one. */
  save(token: string): void | Promise<void>;
  /**
   * The token, made and kept if there is none. Where a store has this, programs that share it and
   * begin in the same moment are one player.
   */
  need?(make: () => string): string | Promise<string>;
}

/** Keeps the token as long as the program lives. */
export function memoryTokens(token: string | null = null): TokenStore {
  let kept = token;
  return {
    load: () => kept,
    save: (fresh) => {
      kept = fresh;
    },
  };
}

/** The part of a browser's `Storage` that is used. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * Keeps the token in a browser's storage. Where it is forbidden or full, the player is a guest
 * until the page is closed. A page stays the player that it began as, whoever signs in in another.
 *
 * @param storage `localStorage`: one player in all tabs; `sessionStorage`: one in each.
 * @param key the name under which it is kept.
 */
export function storedTokens(storage: TextStorage, key = "kozyr.token"): TokenStore {
  let known: string | null = null;
  const load = (): string | null => {
    try {
      known ??= storage.getItem(key);
    } catch {
      // Kept in memory.
    }
    return known;
  };
  const save = (token: string): void => {
    known = token;
    try {
      storage.setItem(key, token);
    } catch {
      // Kept in memory.
    }
  };
  const need = (make: () => string): string => {
    const token = load() ?? make();
    save(token);
    return token;
  };
  return { load, save, need: (make) => alone(key, () => need(make)) };
}

/** Two tabs that are opened at once are not to find both that there is nothing. */
async function alone<T>(name: string, work: () => T): Promise<T> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return locks === undefined ? work() : await locks.request(name, work);
}
