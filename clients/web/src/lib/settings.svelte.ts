/** What a person chose in this browser: kept in its storage, told to the page by attributes. */

export const LANGUAGES = ["en", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = "system" | "light" | "dark";
export type Deck = "two" | "four";

export interface Settings {
  language: Language;
  theme: Theme;
  deck: Deck;
  /** Whether cards fly; the system's wish for less motion comes first. */
  animations: boolean;
  /** Whether a card is lifted by the first tap and played by the second. */
  confirmPlays: boolean;
  sound: boolean;
}

const PLACE = "kozyr.settings";

/** The first language of a browser that the client has a catalogue for; else English. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((each) => tag.toLowerCase().split("-")[0] === each);
    if (found !== undefined) return found;
  }
  return "en";
}

function defaults(): Settings {
  return {
    language: languageOf(navigator.languages),
    theme: "system",
    deck: "four",
    animations: true,
    confirmPlays: false,
    sound: false,
  };
}

function among<T>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

/** Settings from what was stored: whatever cannot be used has its default. */
export function restored(text: string | null, base: Settings): Settings {
  let stored: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? "{}");
    if (typeof parsed === "object" && parsed !== null) stored = parsed as Record<string, unknown>;
  } catch {
    // Somebody else wrote there; the defaults are as good.
  }
  return {
    language: among(stored["language"], LANGUAGES, base.language),
    theme: among(stored["theme"], ["system", "light", "dark"], base.theme),
    deck: among(stored["deck"], ["two", "four"], base.deck),
    animations: among(stored["animations"], [true, false], base.animations),
    confirmPlays: among(stored["confirmPlays"], [true, false], base.confirmPlays),
    sound: among(stored["sound"], [true, false], base.sound),
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null; // Storage is switched off: the settings last as long as the page.
  }
}

export const settings: Settings = $state(restored(stored(), defaults()));

export function change<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // As above.
  }
  show();
}

const dark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;
const still =
  typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

export function isDark(): boolean {
  return settings.theme === "system" ? (dark?.matches ?? false) : settings.theme === "dark";
}

/** Whether things may move, asked at the moment when they are about to. */
export function mayMove(): boolean {
  return settings.animations && !(still?.matches ?? false);
}

/** Milliseconds of a movement, or 0 where nothing may move. */
export function moving(duration_ms: number): number {
  return mayMove() ? duration_ms : 0;
}

function show(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset["theme"] = isDark() ? "dark" : "light";
  root.dataset["deck"] = settings.deck;
  root.dataset["animations"] = settings.animations ? "on" : "off";
}

/** Begin to tell the page; once, before anything is drawn. */
export function applySettings(): void {
  show();
  dark?.addEventListener("change", show);
}
