/**
 * The texts of the client. `t("key", { count: 3 })` in markup follows the language by itself.
 *
 * A topic is a file, `src/locales/LANGUAGE/TOPIC.ftl`; `common` and `cards` are always there, the
 * others come with the page or game that names them (see `pages/routes.ts`, `games/registry.ts`).
 */
import cardsEn from "../../locales/en/cards.ftl?raw";
import commonEn from "../../locales/en/common.ftl?raw";
import cardsRu from "../../locales/ru/cards.ftl?raw";
import commonRu from "../../locales/ru/common.ftl?raw";
import { loading } from "../loading.svelte.ts";
import { dismissAll } from "../notices.svelte.ts";
import { LANGUAGES, change, settings, type Language } from "../settings.svelte.ts";
import { Catalogue, type Arguments } from "./catalogue.ts";

export type { Arguments } from "./catalogue.ts";

const files = import.meta.glob<string>(
  ["../../locales/*/**/*.ftl", "!**/common.ftl", "!**/cards.ftl"],
  { query: "?raw", import: "default" },
);

const catalogues: Record<Language, Catalogue> = {
  en: new Catalogue("en"),
  ru: new Catalogue("ru"),
};
catalogues.en.add("common", commonEn);
catalogues.ru.add("common", commonRu);
catalogues.en.add("cards", cardsEn);
catalogues.ru.add("cards", cardsRu);

const wanted = new Set<string>();
// Texts that are loaded later are drawn when this number moves.
let loads = $state(0);

async function load(language: Language, topic: string): Promise<void> {
  if (catalogues[language].has(topic)) return;
  const file = files[`../../locales/${language}/${topic}.ftl`];
  if (file === undefined) throw new Error(`no texts of ${topic} in ${language}`);
  catalogues[language].add(topic, await loading.wait(file));
  loads += 1;
}

/**
 * Load texts, in the language of the page; they stay, and follow the language from then on. What
 * does not come is asked for until it does.
 */
export async function needTexts(...topics: string[]): Promise<void> {
  for (const topic of topics) wanted.add(topic);
  await Promise.all(topics.map((topic) => load(settings.language, topic)));
}

/** Show the page in another language. */
export async function speak(language: Language): Promise<void> {
  await Promise.all([...wanted].map((topic) => load(language, topic)));
  if (language !== settings.language) dismissAll();
  change("language", language);
}

/** The text of a key, in the language of the page. */
export function t(key: string, given?: Arguments): string {
  void loads;
  return catalogues[settings.language].text(key, given);
}

/** Whether a key has a text; for words of the protocol that a later server may add. */
export function hasText(key: string): boolean {
  void loads;
  return catalogues[settings.language].knows(key);
}

/** The name in the page's language of what the server names in several: titles of games. */
export function titled(titles: Readonly<Record<string, string>>): string {
  return titles[settings.language] ?? titles["en"] ?? "";
}

export { LANGUAGES };
