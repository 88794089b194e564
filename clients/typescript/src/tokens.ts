/** Where the secret is kept by which a player comes back. */

/** Keeps one player's token. */
export interface TokenStore {
  /** The token; null: there is none yet. */
  load(): string | null | Promise<string | null>;
  /** Keep a token in the place of the last one. */
  save(token: string): void | Promise<void>;
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
 * until the page is closed.
 *
 * @param storage `localStorage`: one player in all tabs; `sessionStorage`: one in each.
 * @param key the name under which it is kept.
 */
export function storedTokens(storage: TextStorage, key = "kozyr.token"): TokenStore {
  const memory = memoryTokens();
  return {
    load: () => {
      try {
        return storage.getItem(key) ?? memory.load();
      } catch {
        return memory.load();
      }
    },
    save: (token) => {
      void memory.save(token);
      try {
        storage.setItem(key, token);
      } catch {
        // Kept in memory.
      }
    },
  };
}
