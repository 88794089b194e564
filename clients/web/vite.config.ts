import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { cards } from "./tools/cards.ts";
import { chunks } from "./tools/chunks.ts";
import { compressed } from "./tools/compressed.ts";
import { pages } from "./tools/pages.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte(), cards(), pages(), compressed()],
  resolve: {
    alias: { $lib: here("./src/lib") },
    // `source`: the SDK as it is written, so that nothing has to be built before.
    conditions: ["source", "module", "browser", "development|production"],
  },
  build: {
    outDir: here("../../server/kozyr_server/static"),
    emptyOutDir: true,
    target: "es2022",
    // A policy without `data:` for scripts and styles: what is inlined would not load.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: chunks(here("./src/main.ts")) } },
    },
  },
  server: {
    proxy: {
      "/ws": { target: "http://127.0.0.1:8080", ws: true },
      "/api": "http://127.0.0.1:8080",
    },
  },
  test: {
    environment: "jsdom",
    // One page for all files of a worker: making them takes longer than the tests.
    isolate: false,
    include: ["src/**/*.test.ts", "src/**/*.test.svelte.ts", "tools/**/*.test.ts"],
    setupFiles: ["src/test-setup.ts"],
  },
});
