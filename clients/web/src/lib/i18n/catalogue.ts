/** Texts by key from Fluent files; pure, so that tests can use it without a page. */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import type { Language } from "../settings.svelte.ts";

export type Arguments = Readonly<Record<string, FluentVariable>>;

/** All texts of one language that were loaded so far. */
export class Catalogue {
  readonly #bundle: FluentBundle;
  readonly #topics = new Set<string>();

  constructor(language: Language) {
    // Both languages run from left to right: marks of direction would only end up in labels.
    this.#bundle = new FluentBundle(language, { useIsolating: false });
  }

  has(topic: string): boolean {
    return this.#topics.has(topic);
  }

  add(topic: string, text: string): void {
    if (this.#topics.has(topic)) return;
    this.#topics.add(topic);
    const errors = this.#bundle.addResource(new FluentResource(text));
    if (errors.length > 0) throw new Error(`${topic}: ${String(errors[0])}`);
  }

  /** Whether there is a text of this key. */
  knows(key: string): boolean {
    return this.#bundle.getMessage(key)?.value != null;
  }

  /** The text, or the key in brackets where there is none: seen, and found by its name. */
  text(key: string, given: Arguments = {}): string {
    const pattern = this.#bundle.getMessage(key)?.value;
    if (pattern == null) return `⟨${key}⟩`;
    return this.#bundle.formatPattern(pattern, { ...given }, []);
  }
}
