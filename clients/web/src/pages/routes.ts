/** The pages of the client: their addresses, their code and the texts that they need. */
import type { Component } from "svelte";

/** What a page is given: the parts of its address that are named, decoded. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
}

/** A page takes its props, or none. */
export type Page = Component<PageProps> | Component<Record<string, never>>;

export interface Route {
  readonly name: string;
  /** `:name` stands for one part of the path. */
  readonly path: string;
  readonly load: () => Promise<{ default: Page }>;
  readonly topics: readonly string[];
}

/**
 * In the order in which they are tried. The server answers each first part of these paths with the
 * client (`PAGES` in `kozyr_server/transport/web.py`).
 */
export const ROUTES: readonly Route[] = [
  { name: "lobby", path: "/", load: () => import("./Lobby.svelte"), topics: ["lobby", "tables"] },
  {
    name: "create",
    path: "/create",
    load: () => import("./Create.svelte"),
    topics: ["tables", "create", "people"],
  },
  {
    name: "room",
    path: "/room/:room",
    load: () => import("./Room.svelte"),
    topics: ["door", "people"],
  },
  { name: "me", path: "/me", load: () => import("./Me.svelte"), topics: ["me", "lobby"] },
  {
    name: "table",
    path: "/table/:room",
    load: () => import("./Table.svelte"),
    topics: ["table", "room", "tables", "people"],
  },
  {
    name: "player",
    path: "/player/:player",
    load: () => import("./Player.svelte"),
    topics: ["player", "tables"],
  },
  {
    name: "leaderboard",
    path: "/leaderboard",
    load: () => import("./Leaderboard.svelte"),
    topics: ["leaderboard"],
  },
  {
    name: "leaderboard",
    path: "/leaderboard/:game",
    load: () => import("./Leaderboard.svelte"),
    topics: ["leaderboard"],
  },
  {
    name: "replay",
    path: "/replay",
    load: () => import("./Replay.svelte"),
    topics: ["table", "replay"],
  },
  {
    name: "replay",
    path: "/replay/:record",
    load: () => import("./Replay.svelte"),
    topics: ["table", "replay"],
  },
  {
    name: "rules",
    path: "/rules",
    load: () => import("./Rules.svelte"),
    topics: ["table", "tables"],
  },
  {
    name: "rules",
    path: "/rules/:game",
    load: () => import("./Rules.svelte"),
    topics: ["table", "tables"],
  },
  { name: "gallery", path: "/gallery", load: () => import("./Gallery.svelte"), topics: ["table"] },
];

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The page at a path, or null. A slash at the end does not matter. */
export function match(path: string, routes: readonly Route[] = ROUTES): Match | null {
  const parts = path.split("/").filter((part) => part !== "");
  for (const route of routes) {
    const wanted = route.path.split("/").filter((part) => part !== "");
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, n) => {
      const given = decoded(parts[n] ?? "");
      if (given === null) return false;
      if (!part.startsWith(":")) return part === given;
      params[part.slice(1)] = given;
      return true;
    });
    if (fits) return { route, params };
  }
  return null;
}
