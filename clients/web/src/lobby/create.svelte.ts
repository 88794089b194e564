/** What is chosen for a new table, and what the server says against it. */
import type { KozyrError, NewRoom } from "@kozyr/client";
import { CLOCKS, wireClock, type Speed } from "./clocks.ts";
import {
  baseOf,
  changedKeys,
  fieldsOf,
  keyOf,
  toSend,
  type OptionField,
  type OptionKind,
  type OptionValue,
  type OptionValues,
} from "./options.ts";
import { storedLevel, type BotLevel } from "./start.svelte.ts";
import type { GameInfo } from "$lib/api.ts";
import { t, titled } from "$lib/i18n/index.svelte.ts";
import { errorText } from "$lib/session.svelte.ts";
import { settings } from "$lib/settings.svelte.ts";

export type Access = "open" | "knock" | "password";

/** A value of an option as people read it. */
export function optionWord({ words, control }: OptionField, value: OptionValue): string {
  const known = words[String(value)];
  if (known !== undefined) return titled(known);
  if (value === null) return t(control.kind === "number" ? "option-none" : "option-by-game");
  if (typeof value === "boolean") return value ? t("option-yes") : t("option-no");
  return String(value);
}

/** What is allowed where a number is not; undefined: it is. */
function wrongNumber(
  value: OptionValue | undefined,
  { min, max, isOptional }: Extract<OptionKind, { kind: "number" }>,
): string | undefined {
  if (value === null || value === undefined) {
    if (isOptional) return undefined;
  } else if (Number.isInteger(value) && min <= Number(value) && Number(value) <= max) {
    return undefined;
  }
  return t(isOptional ? "create-number-or-empty" : "create-number", { min, max });
}

const TURN = { kind: "number", min: 1, max: 3600, isOptional: false } as const;
const BANK = { ...TURN, min: 0 };

export class CreateForm {
  game: GameInfo | null = $state.raw(null);
  preset: string | null = $state(null);
  values: OptionValues = $state.raw({});
  seats = $state(0);
  speed: Speed = $state("normal");
  turn_s = $state(CLOCKS.normal.turn_s);
  bank_s = $state(CLOCKS.normal.bank_s);
  language: string | null = $state(settings.language);
  isPublic = $state(true);
  access: Access = $state("open");
  password = $state("");
  spectators = $state(true);
  bots = $state(0);
  level: BotLevel = $state(storedLevel());
  name = $state("");
  /** Why the server opened no table; null: it has not been asked, or did. */
  error: KozyrError | null = $state.raw(null);
  /** Whether the options are unfolded. */
  showsOptions = $state(false);
  /** Whether the table was asked for: from then on the form says what it cannot be opened with. */
  isAsked = $state(false);

  readonly fields = $derived(fieldsOf(this.game?.options));
  readonly base = $derived(baseOf(this.fields, this.#options));
  readonly changed = $derived(changedKeys(this.base, this.values));

  /** What the server need not be asked about, by field, those of several parts by their keys. */
  readonly #wrong: Readonly<Record<string, string | undefined>> = $derived({
    ...Object.fromEntries(
      this.fields.map((field) => {
        const { control } = field;
        const value = this.values[keyOf(field)];
        return [keyOf(field), control.kind === "number" ? wrongNumber(value, control) : undefined];
      }),
    ),
    ...(this.speed === "own"
      ? { turn: wrongNumber(this.turn_s, TURN), bank: wrongNumber(this.bank_s, BANK) }
      : {}),
    ...(this.access === "password" && this.password === ""
      ? { password: t("create-password-missing") }
      : {}),
  });

  get #options(): Readonly<Record<string, unknown>> {
    return this.preset === null ? {} : (this.game?.presets[this.preset]?.options ?? {});
  }

  get minSeats(): number {
    return this.game?.min_seats ?? 2;
  }

  get maxSeats(): number {
    return this.game?.max_seats ?? 2;
  }

  choose(game: GameInfo): void {
    this.game = game;
    this.seats = game.usual_seats;
    this.choosePreset(this.#presetFor(game.usual_seats));
  }

  /** Take a preset: its options, with nothing changed beside them, and seats that it is for. */
  choosePreset(preset: string | null): void {
    this.preset = preset;
    this.values = baseOf(this.fields, this.#options);
    const { min_seats, max_seats } = this.#bounds;
    this.#seat(Math.min(max_seats, Math.max(min_seats, this.seats)));
    this.error = null;
    this.isAsked = false;
  }

  /** Take a number of seats; a preset that is not for so many gives way to one that is. */
  setSeats(seats: number): void {
    this.#seat(seats);
    const { min_seats, max_seats } = this.#bounds;
    if (seats < min_seats || max_seats < seats) this.choosePreset(this.#presetFor(seats));
  }

  get #bounds(): { min_seats: number; max_seats: number } {
    const preset = this.preset === null ? undefined : this.game?.presets[this.preset];
    return preset ?? { min_seats: this.minSeats, max_seats: this.maxSeats };
  }

  #presetFor(seats: number): string | null {
    const presets = Object.entries(this.game?.presets ?? {});
    const fitting = presets.find(
      ([, { min_seats, max_seats }]) => min_seats <= seats && seats <= max_seats,
    );
    return (fitting ?? presets[0])?.[0] ?? null;
  }

  #seat(seats: number): void {
    this.seats = seats;
    this.bots = Math.min(this.bots, seats - 1);
  }

  /** Whether it can be sent; if not, what is wrong is said at its field, folded away or not. */
  check(): boolean {
    this.error = null;
    this.isAsked = true;
    this.#unfold();
    return Object.values(this.#wrong).every((each) => each === undefined);
  }

  /** Take what the server says against it. */
  refuse(error: KozyrError): void {
    this.error = error;
    this.#unfold();
  }

  #unfold(): void {
    // What is wrong is not to be looked for.
    if (this.fields.some((each) => this.errorOf(each.name, keyOf(each)) !== undefined)) {
      this.showsOptions = true;
    }
  }

  /** The name of the field that the server refused; null: none of them. */
  get errorField(): string | null {
    const { error } = this;
    if (error === null) return null;
    if (error.code === "bad_option") return String(error.facts["option"] ?? "");
    return { bad_seats: "seats", bad_name: "name", no_bots: "bots" }[error.code] ?? null;
  }

  /** The sentence for a field that cannot be as it is; `key`: of its part, if it has several. */
  errorOf(field: string, key = field): string | undefined {
    const wrong = this.isAsked ? this.#wrong[key] : undefined;
    if (wrong !== undefined) return wrong;
    if (this.error === null || this.errorField !== field) return undefined;
    // The field says which option it is.
    return this.error.code === "bad_option" ? this.#contradiction : errorText(this.error);
  }

  get #contradiction(): string {
    const against = this.error?.facts["against"];
    if (against === "seats") {
      return t("option-refused-with", { other: `${t("create-seats")}: ${this.seats}` });
    }
    const other = this.fields.find((each) => each.name === against);
    if (other === undefined) return t("option-refused");
    const value = optionWord(other, this.values[keyOf(other)] ?? null);
    return t("option-refused-with", { other: `${titled(other.titles)}: ${value}` });
  }

  /** Choose the value of an option; what the server said was about the others. */
  set(key: string, value: OptionValue): void {
    this.values = { ...this.values, [key]: value };
    this.error = null;
  }

  /** The command as it is sent, without its key. */
  command(): Omit<NewRoom, "key"> {
    if (this.game === null) throw new TypeError("a table has a game");
    const own = { turn_s: this.turn_s, bank_s: this.bank_s };
    const name = this.name.trim();
    return {
      game: this.game.game,
      preset: this.preset,
      options: toSend(this.fields, this.base, this.values),
      seats: this.seats,
      clock: wireClock(this.speed === "own" ? own : CLOCKS[this.speed]),
      language: this.language,
      public: this.isPublic,
      access: this.access,
      spectators: this.spectators,
      ...(this.access === "password" ? { password: this.password } : {}),
      ...(this.bots > 0 ? { bots: this.bots, bot_level: this.level } : {}),
      ...(name === "" ? {} : { name }),
    };
  }
}
