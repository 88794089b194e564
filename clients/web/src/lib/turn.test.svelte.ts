import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { needTexts, speak } from "./i18n/index.svelte.ts";
import { notices } from "./notices.svelte.ts";
import { tellTurns } from "./turn.svelte.ts";

it("tells each own turn, in the window's title and to screen readers", async () => {
  await needTexts("table");
  await speak("en");
  let turn = $state<string | null>(null);
  const close = $effect.root(() => tellTurns(() => turn));
  flushSync();
  expect(document.title).toBe("kozyr");
  turn = "0:7";
  flushSync();
  expect(document.title).toBe("● Your turn · kozyr");
  expect(notices.polite).toBe("Your turn");
  turn = "0:9";
  flushSync();
  expect(notices.polite, "the same sentence is said again").toBe("Your turn\u00a0");
  turn = null;
  flushSync();
  expect(document.title).toBe("kozyr");
  close();
});
