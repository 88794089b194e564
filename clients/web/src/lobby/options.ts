/**
 * The options of a game as a form shows them, from the JSON Schema that the server gives. Pure: what
 * a preset sets, what was changed beside it, and what is sent.
 */

type Titles = Readonly<Record<string, string>>;

interface Property {
  readonly title?: string;
  readonly "x-title"?: Titles;
  readonly "x-description"?: Titles;
  readonly "x-values"?: Readonly<Record<string, Titles>>;
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Property[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Property>>;
}

export type OptionValue = string | number | boolean | null;

export type OptionKind =
  | { readonly kind: "choice"; readonly values: readonly OptionValue[] }
  | { readonly kind: "switch" }
  | {
      readonly kind: "number";
      readonly min: number;
      readonly max: number;
      /** Whether it may be left empty. */
      readonly isOptional: boolean;
    };

/** One field of the form. */
export interface OptionField {
  /** Of the option, as the server names it. */
  readonly name: string;
  /** Of the part, where the option has several: `jack_values` has one for each jack. */
  readonly part: string | null;
  readonly titles: Titles;
  readonly hints: Titles;
  /** The words for values of a choice, by value. */
  readonly words: Readonly<Record<string, Titles>>;
  readonly control: OptionKind;
  /** Without a preset; null: the game decides by the rest. */
  readonly usual: OptionValue;
}

/** By the key of their field. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

export function keyOf({ name, part }: OptionField): string {
  return part === null ? name : `${name}.${part}`;
}

function kindOf(property: Property): OptionKind | null {
  if (property.enum !== undefined) return { kind: "choice", values: property.enum };
  if (property.type === "boolean") return { kind: "switch" };
  const isOptional = property.anyOf?.some((each) => each.type === "null") ?? false;
  const number = property.anyOf?.find((each) => each.type === "integer") ?? property;
  if (number.type !== "integer") return null;
  const { minimum: min = 0, maximum: max = Number.MAX_SAFE_INTEGER } = number;
  return { kind: "number", min, max, isOptional };
}

function asValue(value: unknown): OptionValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;
}

function fieldOf(name: string, part: string | null, property: Property): OptionField | null {
  let control = kindOf(property);
  if (control === null) return null;
  const hasNoDefault = property.default === undefined;
  const words = property["x-values"] ?? {};
  if (control.kind === "choice") {
    // The words stand in the order in which people choose; the schema sorts its values.
    const order = Object.keys(words);
    const place = (value: OptionValue): number => (order.indexOf(String(value)) + 99) % 99;
    const values = [...control.values].sort((one, other) => place(one) - place(other));
    control = { kind: "choice", values: hasNoDefault ? [null, ...values] : values };
  } else if (control.kind === "switch" && hasNoDefault) {
    control = { kind: "choice", values: [null, true, false] };
  }
  const { title = part ?? name, default: usual } = property;
  return {
    ...{ name, part, words, control },
    titles: property["x-title"] ?? { en: title },
    hints: property["x-description"] ?? {},
    usual: asValue(usual),
  };
}

/** The fields of a game's options, in the server's order; what cannot be drawn is left out. */
export function fieldsOf(schema: unknown): readonly OptionField[] {
  const properties = (schema as { properties?: Record<string, Property> } | null)?.properties ?? {};
  return Object.entries(properties).flatMap(([name, property]) => {
    const parts = property.properties;
    const found =
      parts === undefined
        ? [fieldOf(name, null, property)]
        : Object.entries(parts).map(([part, each]) => fieldOf(name, part, each));
    return found.filter((each) => each !== null);
  });
}

/** What holds with a preset before anybody changes anything. */
export function baseOf(
  fields: readonly OptionField[],
  preset: Readonly<Record<string, unknown>>,
): OptionValues {
  return Object.fromEntries(
    fields.map((field) => {
      const given = preset[field.name];
      const value = field.part === null ? given : (given as Record<string, unknown>)?.[field.part];
      return [keyOf(field), value === undefined ? field.usual : asValue(value)];
    }),
  );
}

/** The keys of the fields that are not as the preset has them. */
export function changedKeys(base: OptionValues, values: OptionValues): ReadonlySet<string> {
  return new Set(Object.keys(base).filter((key) => base[key] !== values[key]));
}

/** What is sent beside the preset: the options that were changed, those of several parts whole. */
export function toSend(
  fields: readonly OptionField[],
  base: OptionValues,
  values: OptionValues,
): Record<string, unknown> {
  const changed = changedKeys(base, values);
  const names = new Set(fields.filter((each) => changed.has(keyOf(each))).map(({ name }) => name));
  const sent: Record<string, unknown> = {};
  for (const field of fields) {
    if (!names.has(field.name)) continue;
    const value = values[keyOf(field)] ?? null;
    if (field.part === null) {
      // Nothing is said where the game decides by the rest.
      if (value !== null || field.control.kind === "number") sent[field.name] = value;
    } else {
      const parts = (sent[field.name] ??= {}) as Record<string, unknown>;
      parts[field.part] = value;
    }
  }
  return sent;
}
