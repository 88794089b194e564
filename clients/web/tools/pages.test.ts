import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { indexFor } from "./pages.ts";

const index = readFileSync(join(import.meta.dirname, "../index.html"), "utf8");

it("the index of a page names its files, and its language", () => {
  const made = indexFor(index, "Lobby.ru", ["assets/Lobby-1.js", "assets/Lobby-1.css"]);
  expect(made).toContain('<html lang="ru">');
  const [head = ""] = made.split("</head>");
  expect(head).toContain('<link rel="modulepreload" crossorigin href="/assets/Lobby-1.js">');
  expect(head).toContain('<link rel="stylesheet" crossorigin href="/assets/Lobby-1.css">');
  expect(head).toContain('<link rel="preload" as="fetch" crossorigin href="/api/v1/games">');
});
