/** Texts by key from Fluent files; pure, so that tests can use it without a page. */
import { FluentBundle, FluentResource, type FluentVariable, type Message } from "@fluent/bundle";
import type { Language } from "../settings.svelte.ts";

type Pattern = NonNullable<Message["value"]>;

export type Arguments = Readonly<Record<string, FluentVariable>>;

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** What people wrote, so that a name from right to left leaves the sentence around it in order. */
function isolated([name, value]: [string, FluentVariable]): [string, FluentVariable] {
  const isTurned = typeof value === "string" && RIGHT_TO_LEFT.test(value);
  return [name, isTurned ? `\u2068${value}\u2069` : value];
}

/** All texts of one language that were loaded so far; they are read when one of them is needed. */
export class Catalogue {
  readonly #bundle: FluentBundle;
  readonly #topics = new Set<string>();
  /** Texts that were not read yet, by topic. */
  readonly #unread = new Map<string, string>();

  constructor(language: Language) {
    // Both languages run from left to right: other marks of direction would only end up in labels.
    this.#bundle = new FluentBundle(language, { useIsolating: false });
  }

  has(topic: string): boolean {
    return this.#topics.has(topic);
  }

  add(topic: string, text: string): void {
    if (this.#topics.has(topic)) return;
    this.#topics.add(topic);
    this.#unread.set(topic, text);
  }

  /** Whether there is a text of this key. */
  knows(key: string): boolean {
    return this.#pattern(key) !== null;
  }

  /** The text, or the key in brackets where there is none: seen, and found by its name. */
  text(key: string, given: Arguments = {}): string {
    const pattern = this.#pattern(key);
    if (pattern === null) return `⟨${key}⟩`;
    const values = Object.fromEntries(Object.entries(given).map(isolated));
    const errors: Error[] = [];
    const text = this.#bundle.formatPattern(pattern, values, errors);
    if (errors.length === 0 || this.#unread.size === 0) return text;
    // It names a text of a topic that was not read yet.
    for (const topic of [...this.#unread.keys()]) this.#read(topic);
    return this.#bundle.formatPattern(pattern, values, []);
  }

  #pattern(key: string): Pattern | null {
    let found = this.#bundle.getMessage(key);
    if (found === undefined && this.#unread.size > 0) {
      // The topic of a key is mostly its beginning; else it is in any of the others.
      const [begin = ""] = key.split("-");
      const topics = [...this.#unread.keys()];
      const likely = topics.filter((topic) => topic.split("/").at(-1)?.startsWith(begin) === true);
      for (const topic of new Set([...likely, ...topics])) {
        this.#read(topic);
        found = this.#bundle.getMessage(key);
        if (found !== undefined) break;
      }
    }
    return found?.value ?? null;
  }

  #read(topic: string): void {
    const text = this.#unread.get(topic) ?? "";
    this.#unread.delete(topic);
    const errors = this.#bundle.addResource(new FluentResource(text));
    if (errors.length > 0) throw new Error(`${topic}: ${String(errors[0])}`);
  }
}
