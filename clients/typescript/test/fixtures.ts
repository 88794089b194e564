/** Vectors that Python made, and the golden frames. */

import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const HERE = new URL("./fixtures/", import.meta.url);
const GOLDEN = new URL("../../../tests/protocol/golden/v1/", import.meta.url);

/** A frame with its bytes. */
export interface Golden {
  readonly name: string;
  readonly direction: "client" | "server";
  readonly hex: string;
  readonly json: Record<string, unknown> & { readonly type: string };
}

/** A view, and for each event the fields that are other ones after it. */
export interface Walk {
  readonly view: Record<string, unknown>;
  readonly steps: readonly [event: { readonly type: string }, changed: Record<string, unknown>][];
}

export function vectors(name: string): unknown {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, HERE))).toString("utf8"));
}

export const GOLDEN_FRAMES: readonly Golden[] = readdirSync(GOLDEN)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, GOLDEN), "utf8")) as Golden);
