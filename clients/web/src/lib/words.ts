/** Languages, days and times as people write them. */
import { t } from "./i18n/index.svelte.ts";

/** Languages that tables are spoken in, by their two letters. */
export const SPOKEN = "en ru uk be kk de fr es it pl pt tr he ka".split(" ");

/** The name of a language in another one; the two letters where the browser does not know it. */
export function languageName(code: string, inLanguage: string): string {
  try {
    return new Intl.DisplayNames([inLanguage], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** A span of time: whole minutes as minutes, else seconds. */
export function spanText(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0
    ? t("span-minutes", { count: seconds / 60 })
    : t("span-seconds", { count: seconds });
}

/** A moment in words: the time of today, else the day. */
export function momentOf(at_ms: number, inLanguage: string, now = new Date()): string {
  const at = new Date(at_ms);
  const isToday = at.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(
    inLanguage,
    isToday ? { timeStyle: "short" } : { dateStyle: "medium" },
  ).format(at);
}

/** Day and time in words. */
export function dayAndTime(at_ms: number, inLanguage: string): string {
  return new Intl.DateTimeFormat(inLanguage, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(at_ms),
  );
}
