// Writes src/generated from the protocol's schemas: types, defaults and codes.
//
//   node scripts/generate.ts           write
//   node scripts/generate.ts --check   say what is not fresh, and fail

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const SCHEMAS = fileURLToPath(new URL("../../../protocol/kozyr_protocol/schema/", import.meta.url));
const TARGET = fileURLToPath(new URL("../src/generated/", import.meta.url));
/** What the server says: the SDK fills in fields that were left out, so they are always there. */
const FILLED = new Set(["server", "room", "record"]);

/** A schema with none of these is of any form. */
const FORMS = ["type", "anyOf", "enum", "$ref", "const"];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = Record<string, Json>;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function read(name: string): JsonObject {
  const parsed = JSON.parse(readFileSync(`${SCHEMAS}${name}.json`, "utf8")) as Json;
  if (!isObject(parsed)) throw new Error(`${name}.json is no schema`);
  return parsed;
}

function definitions(schema: JsonObject): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const [name, value] of Object.entries(schema["$defs"] as JsonObject)) {
    if (isObject(value)) found.set(name, value);
  }
  return found;
}

/** The schemas of games: those that have a view, events and actions. */
function gameKeys(): string[] {
  return readdirSync(SCHEMAS)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replace(".json", ""))
    .filter((name) => {
      const found = read(name)["$defs"];
      return isObject(found) && ["View", "Event", "Action"].every((part) => part in found);
    })
    .sort();
}

// --- Types -------------------------------------------------------------------------------------

/** The schema in the words that json-schema-to-typescript knows. */
function plain(value: Json, isFilled: boolean): Json {
  if (Array.isArray(value)) return value.map((each) => plain(each, isFilled));
  if (!isObject(value)) return value;
  const made: JsonObject = {};
  for (const [key, each] of Object.entries(value)) {
    if (key === "discriminator" || key === "pattern" || key === "default") continue;
    // A title on a reference or a plain type would make an alias for each use.
    made[key] = plain(each, isFilled);
  }
  if (Array.isArray(made["prefixItems"])) {
    made["items"] = made["prefixItems"];
    made["additionalItems"] = false;
    delete made["prefixItems"];
  } else if (made["type"] === "array") {
    // Bounds of a list would become unions of tuples.
    delete made["maxItems"];
    delete made["minItems"];
  }
  const properties = made["properties"];
  if (isObject(properties)) {
    for (const each of Object.values(properties)) {
      if (isObject(each) && !FORMS.some((form) => form in each)) each["tsType"] = "unknown";
    }
    if (isFilled) made["required"] = Object.keys(properties);
    made["additionalProperties"] = false;
  }
  return made;
}

async function types(name: string): Promise<string> {
  const schema = plain(read(name), FILLED.has(name));
  if (!isObject(schema)) throw new Error(`${name}.json is no schema`);
  const title = `${name}_schema`;
  const text = await compile({ ...schema, title }, title, {
    additionalProperties: true,
    bannerComment: `// Made from ${name}.json by \`npm run generate\`; not to be edited.`,
    format: true,
    style: { printWidth: 100 },
    unknownAny: true,
    unreachableDefinitions: true,
  });
  return text
    .replace(
      /(?: \*\n)? \* This interface was referenced by `\w+`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g,
      "",
    )
    .replace(/\/\*\*\n \*\/\n/g, "")
    .replace(/\nexport interface \w+Schema \{\n {2}\[k: string\]: unknown;\n\}\n/, "\n");
}

// --- Defaults ----------------------------------------------------------------------------------

/** What to fill in: a default, and the shape of what is inside. */
interface Field {
  default?: Json;
  shape?: string;
}
type Shapes = Record<string, Record<string, Field>>;

function reference(value: Json | undefined): string | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value["$ref"] === "string") return value["$ref"].replace("#/$defs/", "");
  if (isObject(value["items"])) return reference(value["items"]);
  const options = value["anyOf"];
  if (!Array.isArray(options)) return undefined;
  return options.map(reference).find((each) => each !== undefined);
}

function fieldsOf(type: JsonObject): Record<string, Field> {
  const properties = type["properties"];
  const fields: Record<string, Field> = {};
  if (!isObject(properties)) return fields;
  for (const [name, value] of Object.entries(properties)) {
    const field: Field = {};
    if (isObject(value) && value["default"] !== undefined) field.default = value["default"];
    const shape = reference(value);
    if (shape !== undefined) field.shape = shape;
    if (Object.keys(field).length > 0) fields[name] = field;
  }
  return fields;
}

/** Shapes in which anything can be filled in; references to others are dropped. */
function pruned(shapes: Shapes): Shapes {
  const isUseful = (name: string, seen: ReadonlySet<string>): boolean =>
    !seen.has(name) &&
    Object.values(shapes[name] ?? {}).some(
      (field) =>
        field.default !== undefined ||
        (field.shape !== undefined && isUseful(field.shape, new Set([...seen, name]))),
    );
  const kept: Shapes = {};
  for (const [name, fields] of Object.entries(shapes)) {
    if (!isUseful(name, new Set())) continue;
    kept[name] = {};
    for (const [key, field] of Object.entries(fields)) {
      const { shape, ...rest } = field;
      const isKept = shape !== undefined && isUseful(shape, new Set());
      if (isKept || "default" in rest) kept[name][key] = isKept ? { ...rest, shape } : rest;
    }
  }
  return kept;
}

/** The shape of each tagged type, by its tag. */
function tags(schema: JsonObject, union: string | null): Record<string, string> {
  const holder = union === null ? schema : definitions(schema).get(union);
  const discriminator = holder?.["discriminator"];
  const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
  if (!isObject(mapping)) throw new Error(`${String(union)} is no tagged union`);
  return Object.fromEntries(
    Object.entries(mapping).map(([tag, ref]) => [tag, (ref as string).replace("#/$defs/", "")]),
  );
}

function defaults(): string {
  const shapes: Shapes = {};
  for (const name of FILLED) {
    for (const [key, type] of definitions(read(name))) shapes[key] = fieldsOf(type);
  }
  const lines = [
    "// Made from the schemas by `npm run generate`; not to be edited.",
    "",
    'import type { Shapes } from "../defaults.ts";',
    "",
    "/** Fields that may be left out on the wire, with the value that they then have. */",
    `export const SHAPES: Shapes = ${JSON.stringify(pruned(shapes), null, 2)};`,
    "",
    "/** The shape of each message of the server, by its `type`. */",
    `export const SERVER_SHAPES: Readonly<Record<string, string>> = ${JSON.stringify(tags(read("server"), null), null, 2)};`,
    "",
    "/** The shape of each event of a room, by its `type`. */",
    `export const EVENT_SHAPES: Readonly<Record<string, string>> = ${JSON.stringify(tags(read("room"), "RoomEvent"), null, 2)};`,
    "",
    "/** The `type`s that a client may send. */",
    `export const CLIENT_TYPES: ReadonlySet<string> = new Set(${JSON.stringify(Object.keys(tags(read("client"), null)), null, 2)});`,
    "",
  ];
  return lines.join("\n");
}

// --- Codes and games ---------------------------------------------------------------------------

interface ErrorCode {
  code: string;
  temporary: boolean;
}
interface CloseCode {
  code: number;
  name: string;
  final: boolean;
}

function codes(): string {
  const document = read("asyncapi");
  const errors = document["x-error-codes"] as unknown as ErrorCode[];
  const closes = document["x-close-codes"] as unknown as CloseCode[];
  const temporary = errors.filter((each) => each.temporary).map((each) => each.code);
  return [
    "// Made from asyncapi.json by `npm run generate`; not to be edited.",
    "",
    "/** The codes of `error` that this version knows. */",
    `export const ERROR_CODES = ${JSON.stringify(
      errors.map((each) => each.code),
      null,
      2,
    )} as const;`,
    "",
    "/** Those that may pass: the same command may succeed later. */",
    `export const TEMPORARY: ReadonlySet<string> = new Set(${JSON.stringify(temporary, null, 2)});`,
    "",
    "/** The codes with which the server closes a connection. */",
    `export const CLOSE_CODES = ${JSON.stringify(Object.fromEntries(closes.map((each) => [each.name, each.code])), null, 2)} as const;`,
    "",
  ].join("\n");
}

function games(): string {
  const keys = gameKeys();
  const imports = keys.map((game) => `import type * as ${game} from "./${game}.ts";`);
  const table = (part: string) => keys.map((game) => `  ${game}: ${game}.${part};`).join("\n");
  return [
    "// Made from the schemas by `npm run generate`; not to be edited.",
    "",
    ...imports,
    "",
    "/** The view of each game, which a room shows as `table`. */",
    `export interface GameViews {\n${table("View")}\n}`,
    "",
    "/** The events of each game. */",
    `export interface GameEvents {\n${table("Event")}\n}`,
    "",
    "/** The actions of each game. */",
    `export interface GameActions {\n${table("Action")}\n}`,
    "",
    "/** The games that this version knows. */",
    `export const GAME_KEYS = ${JSON.stringify(keys)} as const;`,
    "",
  ].join("\n");
}

// --- Files -------------------------------------------------------------------------------------

async function files(): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const name of ["client", ...FILLED, ...gameKeys()])
    made.set(`${name}.ts`, await types(name));
  made.set("shapes.ts", defaults());
  made.set("codes.ts", codes());
  made.set("games.ts", games());
  return made;
}

function isFresh(name: string, text: string): boolean {
  try {
    return readFileSync(TARGET + name, "utf8") === text;
  } catch {
    return false;
  }
}

async function main(): Promise<number> {
  const made = await files();
  mkdirSync(TARGET, { recursive: true });
  const unknown = readdirSync(TARGET).filter((name) => !made.has(name));
  const stale = [...made].filter(([name, text]) => !isFresh(name, text));
  if (process.argv.includes("--check")) {
    const wrong = [...stale.map(([name]) => name), ...unknown];
    if (wrong.length > 0) console.error(`not fresh, run \`npm run generate\`: ${wrong.join(", ")}`);
    return wrong.length > 0 ? 1 : 0;
  }
  for (const name of unknown) rmSync(TARGET + name);
  for (const [name, text] of stale) writeFileSync(TARGET + name, text);
  return 0;
}

process.exitCode = await main();
