import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Plugin } from "vite";

const TEXT = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"]);
/** Below this a compressed copy saves less than its header costs. */
const LEAST_BYTES = 512;

/** Writes `FILE.gz` and `FILE.br` beside every text that they make smaller. */
export function compressed(): Plugin {
  let folder = "";
  return {
    name: "kozyr-compressed",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
        const path = join(folder, name);
        if (!TEXT.has(extname(path)) || statSync(path).size < LEAST_BYTES) continue;
        const text = readFileSync(path);
        const brotli = brotliCompressSync(text, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
        });
        const gzip = gzipSync(text, { level: 9 });
        if (brotli.length < text.length) writeFileSync(`${path}.br`, brotli);
        if (gzip.length < text.length) writeFileSync(`${path}.gz`, gzip);
      }
    },
  };
}
