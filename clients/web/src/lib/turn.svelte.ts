/** Telling a person that it is his turn: in the title of the window, to screen readers, by a tone. */
import { untrack } from "svelte";
import { t } from "./i18n/index.svelte.ts";
import { announce } from "./notices.svelte.ts";
import { settings } from "./settings.svelte.ts";
import { LATE_MS, type TurnClock } from "./table/countdown.ts";
import { spokenTime } from "./words.ts";

const TONE_HZ = [659, 880] as const;
const TONE_S = 0.14;
const LOUDNESS = 0.06;

let audio: AudioContext | null = null;

/** Two soft tones, the second one higher. Browsers play none before the first tap on the page. */
export function chime(): void {
  audio ??= new AudioContext();
  const begin = audio.currentTime;
  for (const [n, frequency] of TONE_HZ.entries()) {
    const at = begin + n * TONE_S;
    const tone = new OscillatorNode(audio, { type: "sine", frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + TONE_S * 2);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + TONE_S * 2);
  }
}

const sayers = new Set<() => string>();

/**
 * What there is to do now, in the words of the table: said with each own turn. To be called while a
 * part of a table is made.
 *
 * @param text empty while there is nothing
 */
export function turnWords(text: () => string): void {
  sayers.add(text);
  $effect(() => () => void sayers.delete(text));
}

/**
 * To be called once while a table's page is made; texts of the topic `table`.
 *
 * @param turn the key of the own open prompt, or null
 * @param place the name of the table
 */
export function tellTurns(turn: () => string | null, place: () => string = () => ""): void {
  const key = $derived(turn());
  const where = $derived([place(), t("title")].filter((each) => each !== "").join(" · "));
  $effect(() => {
    if (key === null) return;
    // Another language or setting is no other turn.
    untrack(() => {
      const words = [...sayers].map((text) => text()).find((text) => text !== "");
      announce(words ?? t("turn-yours"));
      if (settings.sound) chime();
    });
  });
  $effect(() => {
    document.title = key === null ? where : `● ${t("turn-yours")} · ${where}`;
    return () => (document.title = t("title"));
  });
}

/** The clock of an own decision. */
export interface OwnClock extends TurnClock {
  /** Of its prompt. */
  readonly key: string;
}

/**
 * Say to screen readers, once each, that little time is left for the own decision, and that it goes
 * from the bank now. To be called once while a table's page is made.
 *
 * @param clock of the own open prompt, or null
 */
export function tellClock(clock: () => OwnClock | null): void {
  const key = $derived(clock()?.key ?? null);
  const end_ms = $derived(clock()?.ends_at_ms ?? Infinity);
  const bank_ms = $derived(clock()?.bank_ms ?? 0);
  let told = new Set<string>();
  let toldOf: string | null = null;
  let toldBank_ms = 0;

  $effect(() => {
    if (key === null || !Number.isFinite(end_ms)) return;
    // The end moves a little while the clock of the server is better known: what was said is said.
    if (toldOf !== key) told = new Set();
    // Within a decision the bank grows only by a minute that somebody gave: its end comes once more.
    else if (bank_ms > toldBank_ms) told.delete("last");
    toldOf = key;
    toldBank_ms = bank_ms;
    const plainEnd_ms = end_ms - bank_ms;
    const time = spokenTime(bank_ms, settings.language);
    const news: [name: string, at_ms: number, text: () => string][] = [
      ["late", plainEnd_ms - LATE_MS, () => t("turn-late")],
    ];
    if (bank_ms > 0) news.push(["bank", plainEnd_ms, () => t("turn-bank", { time })]);
    if (bank_ms > LATE_MS) news.push(["last", end_ms - LATE_MS, () => t("turn-late")]);
    const timers = news.flatMap(([name, at_ms, text]) => {
      const wait_ms = at_ms - performance.now();
      if (wait_ms <= 0 || told.has(name)) return [];
      const say = (): void => {
        told.add(name);
        announce(text());
      };
      return [setTimeout(say, wait_ms)];
    });
    return () => timers.forEach(clearTimeout);
  });
}
