/**
 * `pages/PAGE.LANGUAGE.html`: the index for one page, which names all files that this page begins
 * with, so that a browser asks for them at once and not one level of imports after the other.
 *
 * PAGE is the first part of the page's address, `lobby` for `/`; it is the name of its component.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin, Rolldown } from "vite";

const PAGE = /\/src\/pages\/(\w+)\.svelte$/;
const ALWAYS = /\/src\/locales\/(\w+)\/common\.ftl/;
/** Texts that are in the files of all that a page says; the lobby does without the second. */
const TEXTS = /\/src\/locales\/(\w+)\/(errors|table)\.ftl/;
/** What a page goes on to by itself. */
const NEXT: Readonly<Record<string, string>> = { Room: "Table" };
/** What a page asks the server for in any case. */
const ASKS: Readonly<Record<string, readonly string[]>> = { Lobby: ["/api/v1/games"] };

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

function chunksOf(bundle: Bundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((each) => each.type === "chunk");
}

/** A chunk and all that it imports, by file. */
function needed(chunk: Rolldown.OutputChunk, bundle: Bundle): Set<string> {
  const found = new Set([chunk.fileName]);
  for (const file of found) {
    const each = bundle[file];
    if (each?.type === "chunk") for (const next of each.imports) found.add(next);
  }
  return found;
}

function holding(pattern: (id: string) => boolean, bundle: Bundle): Rolldown.OutputChunk[] {
  return chunksOf(bundle).filter((chunk) => chunk.moduleIds.some(pattern));
}

/** What each page needs beside the index, in each language: files in the order of their levels. */
export function filesOf(bundle: Bundle): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const ids = chunksOf(bundle).flatMap((chunk) => chunk.moduleIds);
  const texts = [...new Set(ids.flatMap((id) => TEXTS.exec(id)?.[1] ?? []))];
  const names = [...new Set(ids.flatMap((id) => PAGE.exec(id)?.[1] ?? []))];
  const isIndex = new Set(
    holding((id) => ALWAYS.test(id), bundle).flatMap((chunk) => [...needed(chunk, bundle)]),
  );
  for (const name of names) {
    const wanted = new Set([name, NEXT[name] ?? name]);
    const code = holding((id) => wanted.has(PAGE.exec(id)?.[1] ?? ""), bundle);
    for (const language of texts) {
      const said = holding((id) => {
        const [, of, topic] = TEXTS.exec(id) ?? [];
        return of === language && (topic === "errors" || name !== "Lobby");
      }, bundle);
      const files = new Set([...said, ...code].flatMap((chunk) => [...needed(chunk, bundle)]));
      for (const file of isIndex) files.delete(file);
      // What is imported comes first in the cascade.
      for (const file of [...files].reverse()) {
        const chunk = bundle[file];
        const styles = chunk?.type === "chunk" ? chunk.viteMetadata?.importedCss : undefined;
        for (const style of styles ?? []) files.add(style);
      }
      found.set(`${name}.${language}`, [...files]);
    }
  }
  return found;
}

function linkTo(file: string): string {
  return file.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
}

/** The index with links to what one page needs, in its language. */
export function indexFor(index: string, page: string, files: readonly string[]): string {
  const [name = "", language = ""] = page.split(".");
  const asked = (ASKS[name] ?? []).map(
    (path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`,
  );
  const links = [...files.map(linkTo), ...asked].map((link) => `    ${link}\n`).join("");
  return index
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace("  </head>", `${links}  </head>`);
}

export function pages(): Plugin {
  let folder = "";
  let found = new Map<string, string[]>();
  return {
    name: "kozyr-pages",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      folder = config.build.outDir;
    },
    generateBundle(_, bundle) {
      found = filesOf(bundle);
    },
    writeBundle() {
      const index = readFileSync(join(folder, "index.html"), "utf8");
      for (const [page, files] of found) {
        const path = join(folder, "pages", `${page.toLowerCase()}.html`);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, indexFor(index, page, files));
      }
    },
  };
}
