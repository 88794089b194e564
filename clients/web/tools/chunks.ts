/**
 * Which files the code is built into. Each file costs a request, and each level of imports that is
 * only found out by the one above a way to the server and back: few files, known from the start.
 */
import type { Rolldown } from "vite";

type Graph = Pick<Rolldown.ChunkingContext, "getModuleInfo">;
type Groups = NonNullable<Rolldown.CodeSplittingOptions["groups"]>;

const PAGE = /\/src\/pages\/(\w+)\.svelte$/;
const GAME = /\/src\/games\/(?!parts\/)\w+\//;
const TEXTS = /\/src\/locales\/(\w+)\/(?!replay)(\w+)\.ftl/;
/** Topics of the lobby; those of a table and of the pages that are seldom opened are a file of theirs. */
const AT_FIRST = new Set(["lobby", "tables", "match", "people", "errors"]);

/** All that a module imports, itself included, but for what it loads later. */
function reached(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(roots);
  // A set gives also what is added to it on the way.
  for (const id of found) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  }
  return found;
}

/** What is loaded later by somebody, by its module. */
function laterThan(entry: string, graph: Graph): string[] {
  const found = new Set([entry]);
  const later = new Set<string>();
  for (const id of found) {
    const known = graph.getModuleInfo(id);
    for (const next of known?.importedIds ?? []) found.add(next);
    for (const next of known?.dynamicallyImportedIds ?? []) {
      found.add(next);
      later.add(next);
    }
  }
  return [...later];
}

class Split {
  readonly #lobby: ReadonlySet<string>;
  readonly #table: ReadonlySet<string>;
  readonly #others: ReadonlySet<string>;

  constructor(entry: string, graph: Graph) {
    const later = laterThan(entry, graph);
    const page = (name: string): string[] => later.filter((id) => PAGE.exec(id)?.[1] === name);
    const tables = later.filter((id) => GAME.test(id));
    this.#lobby = reached(page("Lobby"), graph);
    this.#table = reached([...page("Table"), ...tables], graph);
    const others = later.filter((id) => !["Lobby", "Gallery"].includes(PAGE.exec(id)?.[1] ?? ""));
    this.#others = reached(others, graph);
  }

  /** What the lobby shares with other pages. */
  isParts(id: string): boolean {
    return this.#lobby.has(id) && this.#others.has(id);
  }

  /** The page of a table, and what tables of several games are made of. */
  isTable(id: string): boolean {
    return this.#table.has(id) && !GAME.test(id);
  }
}

/** The groups of `codeSplitting`; `entry` is the module that the page begins with. */
export function chunks(entry: string): Groups {
  let split: Split | null = null;
  const made = (graph: Graph): Split => (split ??= new Split(entry, graph));
  return [
    { name: "main", tags: ["$initial"], priority: 4 },
    { name: "main", test: /rolldown\/runtime/, priority: 4 },
    {
      name: (id) => {
        const [, language, topic] = TEXTS.exec(id) ?? [];
        if (language === undefined || topic === undefined) return null;
        return `${AT_FIRST.has(topic) ? "texts" : "more"}-${language}`;
      },
      priority: 3,
    },
    { name: (id, graph) => (made(graph).isParts(id) ? "parts" : null), priority: 2 },
    { name: (id, graph) => (made(graph).isTable(id) ? "table" : null), priority: 1 },
  ];
}
