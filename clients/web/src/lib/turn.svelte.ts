/** Telling a person that it is his turn: in the title of the window, to screen readers, by a tone. */
import { untrack } from "svelte";
import { t } from "./i18n/index.svelte.ts";
import { announce } from "./notices.svelte.ts";
import { settings } from "./settings.svelte.ts";

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

/**
 * To be called once while a table's page is made; texts of the topic `table`.
 *
 * @param turn the key of the own open prompt, or null
 */
export function tellTurns(turn: () => string | null): void {
  const key = $derived(turn());
  $effect(() => {
    if (key === null) return;
    // Another language or setting is no other turn.
    untrack(() => {
      announce(t("turn-yours"));
      if (settings.sound) chime();
    });
  });
  $effect(() => {
    document.title = key === null ? t("title") : `● ${t("turn-yours")} · ${t("title")}`;
    return () => (document.title = t("title"));
  });
}
