/** The catalogues of both languages, and the code that takes texts from them. */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import {
  parse,
  type Entry,
  type Expression,
  type Message,
  type Pattern,
  type Term,
} from "@fluent/syntax";
import { ERROR_CODES, type LocalCode } from "@kozyr/client";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "$lib/settings.svelte.ts";

const SOURCE = join(import.meta.dirname, "..");
const LOCALES = join(SOURCE, "locales");

function filesUnder(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(folder, name));
}

type Text = Message | Term;
const isText = (entry: Entry): entry is Text => entry.type === "Message" || entry.type === "Term";

/** What a text takes: variables by `$name`, other texts by their keys. */
function taken(pattern: Pattern | null): { variables: Set<string>; texts: Set<string> } {
  const variables = new Set<string>();
  const texts = new Set<string>();
  const see = (expression: Expression): void => {
    switch (expression.type) {
      case "VariableReference":
        variables.add(expression.id.name);
        break;
      case "MessageReference":
      case "TermReference":
        texts.add(expression.id.name);
        break;
      case "SelectExpression":
        see(expression.selector);
        for (const variant of expression.variants) walk(variant.value);
        break;
      case "FunctionReference":
        for (const each of expression.arguments.positional) see(each as Expression);
        break;
      default:
    }
  };
  const walk = (part: Pattern): void => {
    for (const element of part.elements) {
      if (element.type === "Placeable") see(element.expression as Expression);
    }
  };
  if (pattern !== null) walk(pattern);
  return { variables, texts };
}

/** Keys of plural words that a choice by a number has in one language. */
const PLURALS: Record<string, readonly string[]> = {
  en: ["one", "other"],
  ru: ["one", "few", "many"],
};

/** Russian words whose form goes by a number before them, as far as these texts count them. */
const COUNTED =
  /^ (?:взят[ко]|очк|карт|игрок|бот|мест|мину|секунд|парти|побед|строк|сдач|тасов|ход[аов]*[ :]|стоп|короб|пас[аов]*$|черв|мальчик|девоч|шаг)/;

/** What is counted by another number than the one that its form was chosen by. */
function miscounted(pattern: Pattern, chosen: readonly string[] = []): string[] {
  return pattern.elements.flatMap((element, n) => {
    if (element.type !== "Placeable") return [];
    const { expression } = element;
    if (expression.type === "SelectExpression") {
      const { selector, variants } = expression;
      const isPlural = variants.some(({ key }) => key.type === "Identifier" && key.name === "one");
      const by = selector.type === "VariableReference" && isPlural ? [selector.id.name] : [];
      return variants.flatMap(({ value }) => miscounted(value, [...chosen, ...by]));
    }
    const next = pattern.elements[n + 1];
    if (expression.type !== "VariableReference" || next?.type !== "TextElement") return [];
    const isRight = chosen.at(-1) === expression.id.name || !COUNTED.test(next.value);
    return isRight ? [] : [`{ $${expression.id.name} }${next.value}`];
  });
}

const catalogue = new Map<string, Map<string, Text>>();
for (const language of LANGUAGES) {
  for (const path of filesUnder(join(LOCALES, language), /\.ftl$/)) {
    const topic = relative(join(LOCALES, language), path).replace(/\.ftl$/, "");
    const texts = new Map<string, Text>();
    for (const entry of parse(readFileSync(path, "utf8"), {}).body) {
      if (entry.type === "Junk") throw new Error(`${path}: ${entry.content.split("\n")[0] ?? ""}`);
      if (!isText(entry)) continue;
      if (texts.has(entry.id.name)) throw new Error(`${path}: ${entry.id.name} is there twice`);
      texts.set(entry.id.name, entry);
    }
    catalogue.set(`${language}/${topic}`, texts);
  }
}

const topics = [...new Set([...catalogue.keys()].map((key) => key.replace(/^\w+\//, "")))].sort();
const keysOf = (language: string): Set<string> =>
  new Set(topics.flatMap((topic) => [...(catalogue.get(`${language}/${topic}`)?.keys() ?? [])]));

function uncommented(path: string): string {
  return readFileSync(path, "utf8").replace(/\/\*\*[\s\S]*?\*\//g, "");
}

const code = filesUnder(SOURCE, /\.(svelte|ts)$/)
  .filter((path) => !/\.test(\.svelte)?\.ts$|[/\\]gallery[/\\]|Gallery\.svelte$/.test(path))
  .map((path) => ({ path: relative(SOURCE, path), text: uncommented(path) }));

// Keys stand in quotes, alone: `t("key")`, and also in lists that are told to `t` later.
const QUOTED = /["'`]([a-z][a-z0-9]*(?:[-_][A-Za-z0-9_]+)*)["'`]/g;
// `error-${code}`: all keys with this beginning.
const BEGUN = /[`]([a-z][a-z0-9-]*-)\$\{/g;
const ASKED = /\bt\(\s*["']([^"']+)["']/g;

describe.each(topics)("the texts of %s", (topic) => {
  const [first, ...others] = LANGUAGES.map((language) => catalogue.get(`${language}/${topic}`));

  it("are there in each language, with the same arguments", () => {
    for (const other of others) {
      expect([...(other?.keys() ?? [])].sort()).toEqual([...(first?.keys() ?? [])].sort());
      for (const [key, text] of first ?? []) {
        const here = taken(text.value);
        const there = taken(other?.get(key)?.value ?? null);
        const names = (all: typeof here): string[] => [...all.variables].sort();
        expect({ key, names: names(there) }).toEqual({ key, names: names(here) });
      }
    }
  });

  it("choose the form of a word by the number before it", () => {
    for (const [key, text] of catalogue.get(`ru/${topic}`) ?? []) {
      const wrong = text.value === null ? [] : miscounted(text.value);
      expect({ key, wrong }).toEqual({ key, wrong: [] });
    }
  });

  it("have the plurals of their language", () => {
    for (const language of LANGUAGES) {
      for (const [key, text] of catalogue.get(`${language}/${topic}`) ?? []) {
        for (const element of text.value?.elements ?? []) {
          if (element.type !== "Placeable" || element.expression.type !== "SelectExpression")
            continue;
          const names = element.expression.variants.map((each) =>
            each.key.type === "Identifier" ? each.key.name : each.key.value,
          );
          if (!names.includes("one")) continue;
          expect({ language, key, names }).toEqual({
            language,
            key,
            names: expect.arrayContaining([...(PLURALS[language] ?? [])]) as unknown,
          });
        }
      }
    }
  });
});

it("a form that is chosen by another number is seen", () => {
  const text =
    "key = { $count ->\n    [one] { $count } взятку, { $points } очко\n   *[many] мало\n}";
  const [entry] = parse(text, {}).body;
  if (entry === undefined || !isText(entry) || entry.value === null) throw new Error("no text");
  expect(miscounted(entry.value)).toEqual(["{ $points } очко"]);
});

it("every key that the code asks for is there", () => {
  const known = keysOf("en");
  const missing = code.flatMap(({ path, text }) =>
    [...text.matchAll(ASKED)]
      .map((found) => found[1] ?? "")
      .filter((key) => !known.has(key))
      .map((key) => `${path}: ${key}`),
  );
  expect(missing).toEqual([]);
});

it("every text is used", () => {
  const quoted = new Set(
    code.flatMap(({ text }) => [...text.matchAll(QUOTED)].map((each) => each[1])),
  );
  const begun = code.flatMap(({ text }) => [...text.matchAll(BEGUN)].map((each) => each[1] ?? ""));
  const within = new Set(
    [...catalogue.values()].flatMap((texts) =>
      [...texts.values()].flatMap((text) => [...taken(text.value).texts]),
    ),
  );
  const unused = [...keysOf("en")].filter(
    (key) => !quoted.has(key) && !within.has(key) && !begun.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

it("no two topics have the same key", () => {
  const all = topics.flatMap((topic) => [...(catalogue.get(`en/${topic}`)?.keys() ?? [])]);
  expect(all.filter((key, n) => all.indexOf(key) !== n)).toEqual([]);
});

/** What the SDK says by itself, and why a server ends a following. */
const LOCAL: Readonly<Record<LocalCode, true>> = {
  ...{ closed: true, connection_lost: true, fairness: true, final_close: true, line_taken: true },
  ...{ no_answer: true, not_opened: true, not_on_turn: true, overloaded: true, room_gone: true },
  ...{ too_large: true, unfollowed: true },
};

it("every error of the protocol and of the SDK has a sentence", () => {
  const known = keysOf("en");
  const codes = [...ERROR_CODES, ...Object.keys(LOCAL), "watching_refused", "kicked"];
  expect(codes.filter((each) => !known.has(`error-${each}`))).toEqual([]);
});
