/** The quick phrases of the chats, and lines of chats in words. */
import { phrases, type Phrase } from "$lib/api.ts";
import { settings } from "$lib/settings.svelte.ts";

/** What all chats know of a line. */
export interface ChatLine {
  readonly n: number;
  readonly player: string;
  readonly name: string;
  readonly text: string;
  /** A quick phrase, instead of a text. */
  readonly phrase: string | null;
  readonly at_ms: number;
}

class Phrases {
  all: readonly Phrase[] = $state.raw([]);

  /** Ask for them if they are not known; safe to call often. */
  need(): void {
    phrases().then(
      (found) => (this.all = found),
      () => undefined, // Without them there are words.
    );
  }

  /** A phrase in the language of the page. */
  text(phrase: Phrase): string {
    return phrase[settings.language] ?? phrase["en"] ?? phrase.phrase;
  }

  /** What a line says. */
  words(line: ChatLine): string {
    if (line.phrase === null) return line.text;
    const found = this.all.find((each) => each.phrase === line.phrase);
    return found === undefined ? line.phrase : this.text(found);
  }
}

export const quickPhrases = new Phrases();
