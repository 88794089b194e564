/** What must not stand in markup: words that are in no catalogue, styles that the page's policy refuses. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse, type AST } from "svelte/compiler";
import { describe, expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "..");

/** Attributes that people read or hear. */
const SPOKEN = new Set([
  "aria-label",
  "aria-description",
  "alt",
  "label",
  "placeholder",
  "title",
  "hint",
  "text",
]);
// The gallery is for whoever builds the client; signs are no words.
const UNSPOKEN = /[/\\]gallery[/\\]|Gallery\.svelte$/;
const WORD = /\p{L}{2,}/u;

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

function* nodes(node: unknown): Generator<Node> {
  if (Array.isArray(node)) {
    for (const each of node) yield* nodes(each);
  } else if (typeof node === "object" && node !== null) {
    if ("type" in node) yield node as Node;
    for (const [name, each] of Object.entries(node)) {
      if (name !== "parent" && name !== "metadata") yield* nodes(each);
    }
  }
}

function textOf(value: unknown): string {
  const parts = Array.isArray(value) ? value : [value];
  return parts
    .filter((part): part is AST.Text => (part as Node | null)?.type === "Text")
    .map((part) => part.data)
    .join(" ");
}

function literals(source: string): string[] {
  const { fragment } = parse(source, { modern: true });
  const found: string[] = [];
  const attributes = new Set<unknown>();
  for (const node of nodes(fragment)) {
    if (node.type === "Attribute" || node.type.endsWith("Directive")) {
      for (const part of nodes(node["value"])) attributes.add(part);
      const text = node.type === "Attribute" ? textOf(node["value"]) : "";
      if (SPOKEN.has(String(node["name"])) && WORD.test(text)) found.push(text);
    } else if (node.type === "Text" && !attributes.has(node)) {
      const text = String(node["data"]).trim();
      if (WORD.test(text)) found.push(text);
    }
  }
  return found;
}

function staticStyles(source: string): string[] {
  const { fragment } = parse(source, { modern: true });
  return [...nodes(fragment)]
    .filter((node) => node.type === "Attribute" && node["name"] === "style")
    .map((node) => textOf(node["value"]) || "style={…}");
}

/** Names of `tokens.css`: whoever gives one another value takes it from all within. */
const TOKENS = new Set(
  [...readFileSync(join(SOURCE, "tokens.css"), "utf8").matchAll(/^\s*(--[\w-]+):/gm)].map(
    ([, name]) => name,
  ),
);

function redefined(source: string): string[] {
  const { fragment } = parse(source, { modern: true });
  return [...nodes(fragment)]
    .filter((node) => node.type === "StyleDirective" && TOKENS.has(String(node["name"])))
    .map((node) => String(node["name"]));
}

const components = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".svelte"))
  .sort();

const sourceOf = (name: string): string => readFileSync(join(SOURCE, name), "utf8");

it.each(components.filter((name) => !UNSPOKEN.test(name)))(
  "%s has all of its words from the catalogue",
  (name) => {
    expect(literals(sourceOf(name))).toEqual([]);
  },
);

describe.each(components)("%s", (name) => {
  const source = sourceOf(name);
  it("has no style attributes, only style: directives", () => {
    expect(staticStyles(source)).toEqual([]);
  });
  it("leaves the tokens their values", () => {
    expect(redefined(source)).toEqual([]);
  });
  it("makes no HTML of texts", () => {
    expect(source).not.toMatch(/\{@html/);
  });
});

it("finds what it looks for", () => {
  const source = '<p title="Some hint">Hello {name} <b class="two words">{t("x")}</b></p>';
  expect(literals(source)).toEqual(["Some hint", "Hello"]);
  expect(staticStyles('<i style="color: red"></i><i style:color={c}></i>')).toEqual(["color: red"]);
});
