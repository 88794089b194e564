import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import Replay from "./Replay.svelte";
import { needTexts, speak, t } from "$lib/i18n/index.svelte.ts";
import { go, watchLinks } from "$lib/router.svelte.ts";

const FIXTURES = join(import.meta.dirname, "../../../typescript/test/fixtures");
const RECORDS = JSON.parse(
  gunzipSync(readFileSync(join(FIXTURES, "records.json.gz"))).toString("utf8"),
) as object[];

// The tests' browser draws nothing, and so cannot scroll.
window.scrollTo = () => undefined;

function drop(...files: File[]): void {
  const event = new Event("drop", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "dataTransfer", { value: { files } });
  window.dispatchEvent(event);
}

const intro = (): HTMLElement | null => screen.queryByText(t("replay-intro"));

it("closes a file by the way back, and stays where one was", async () => {
  await needTexts("table", "replay");
  await speak("en");
  const stop = watchLinks();
  go("/replay");
  render(Replay, { params: {} });
  expect(intro()).not.toBeNull();
  const file = {
    name: "games.jsonl",
    size: 1,
    text: () => Promise.resolve(JSON.stringify(RECORDS[0])),
  };
  drop(file as unknown as File);
  await vi.waitFor(() => expect(intro()).toBeNull());
  expect(location.pathname + location.search).toBe("/replay?file");
  history.back();
  await vi.waitFor(() => expect(intro()).not.toBeNull());
  expect(location.pathname + location.search).toBe("/replay");
  stop();
  go("/", { replace: true });
});
