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

/** A span as it is spoken, «1 minute 5 seconds»: a voice reads 1:05 as a time of day. */
export function spokenTime(span_ms: number, language: string): string {
  const seconds = Math.ceil(span_ms / 1000);
  const part = (count: number, unit: "minute" | "second"): string =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [
    ...(minutes > 0 ? [part(minutes, "minute")] : []),
    ...(rest > 0 || minutes === 0 ? [part(rest, "second")] : []),
  ].join(" ");
}
