/** Fields that were left out on the wire get the value that they then have. */

import { EVENT_SHAPES, SERVER_SHAPES, SHAPES } from "./generated/shapes.ts";

/** For each shape the fields that can be filled in, or have something inside that can. */
export type Shapes = Readonly<Record<string, Readonly<Record<string, ShapeField>>>>;

interface ShapeField {
  readonly default?: unknown;
  readonly shape?: string;
}

type Fields = Record<string, unknown>;

/** Whether a value is a map. */
export function isMap(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Fill in a decoded value, in place. */
export function fill(value: unknown, shape: string): void {
  if (Array.isArray(value)) {
    for (const each of value) fill(each, shape);
    return;
  }
  const fields = SHAPES[shape];
  if (fields === undefined || !isMap(value)) return;
  for (const [name, field] of Object.entries(fields)) {
    if (value[name] === undefined && "default" in field) {
      // A list or map of the table must not be shared by the values that it fills in.
      value[name] = structuredClone(field.default);
    } else if (field.shape !== undefined) {
      fill(value[name], field.shape);
    }
  }
}

/** Fill in a message of the server, with the events inside. */
export function fillMessage(message: Fields): void {
  const shape = typeof message["type"] === "string" ? SERVER_SHAPES[message["type"]] : undefined;
  if (shape === undefined) return;
  fill(message, shape);
  if (!Array.isArray(message["events"])) return;
  for (const event of message["events"] as readonly unknown[]) {
    if (!isMap(event) || typeof event["type"] !== "string") continue;
    const inner = EVENT_SHAPES[event["type"]];
    if (inner !== undefined) fill(event, inner);
  }
}
