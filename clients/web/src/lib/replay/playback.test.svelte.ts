import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseRecord } from "@kozyr/client";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { Playback } from "./playback.svelte.ts";
import type { Moment } from "./steps.ts";

const FIXTURES = join(import.meta.dirname, "../../../../typescript/test/fixtures");
const TEXTS = JSON.parse(
  gunzipSync(readFileSync(join(FIXTURES, "records.json.gz"))).toString("utf8"),
) as object[];

it("begins at the moment of an address, or as near to it as the record goes", () => {
  const record = TEXTS.map((each) => parseRecord(JSON.stringify(each))).find(
    (each) => each.deals.length > 1,
  );
  if (record === undefined) throw new Error("no record has two deals");
  let at: Moment | null = $state.raw(null);
  let playback: Playback | undefined;
  const stop = $effect.root(() => {
    playback = new Playback(
      () => record,
      () => at,
    );
  });
  const begun = (deal: number, step: number): (number | undefined)[] => {
    at = { deal, step };
    flushSync();
    return [playback?.chosen, playback?.step];
  };
  flushSync();
  expect([playback?.chosen, playback?.step]).toEqual([0, 0]);
  expect(begun(2, 1)).toEqual([1, 1]);
  expect(begun(2, 9999)).toEqual([1, (record.deals[1]?.actions.length ?? 0) + 1]);
  expect(begun(9999, 3)).toEqual([0, 0]);
  expect(begun(0, 3)).toEqual([0, 0]);
  stop();
});
