import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, it } from "vitest";
import ChatLog from "./ChatLog.svelte";
import type { ChatLine } from "./phrases.svelte.ts";
import { session } from "$lib/session.svelte.ts";

const LOW_PX = 200;
const ROW_PX = 24;
const ROW_CHARS = 30;

function line(n: number, text: string, player = "p-bob"): ChatLine {
  return { n, player, name: "Bob", text, phrase: null, at_ms: n };
}

/** The log as high as its lines are long, in a window of `LOW_PX`. */
function measured(log: HTMLElement): void {
  const rows = (): number =>
    [...log.querySelectorAll(".text")]
      .map((each) => Math.ceil(each.textContent.trim().length / ROW_CHARS))
      .reduce((sum, each) => sum + each, 0);
  let top = 0;
  const ends = (): number => Math.max(0, log.scrollHeight - LOW_PX);
  Object.defineProperties(log, {
    clientHeight: { get: () => LOW_PX },
    scrollHeight: { get: () => rows() * ROW_PX },
    scrollTop: {
      get: () => top,
      set: (value: number) => {
        top = Math.min(Math.max(0, value), ends());
        log.dispatchEvent(new Event("scroll"));
      },
    },
  });
}

function fromEnd(log: HTMLElement): number {
  return log.scrollHeight - log.clientHeight - log.scrollTop;
}

const before = Array.from({ length: 20 }, (_, n) => line(n + 1, "Hello"));

async function shown(): Promise<{ log: HTMLElement; say: (...more: ChatLine[]) => Promise<void> }> {
  const props = { label: "Chat", empty: "", onwho: () => undefined };
  const { rerender } = render(ChatLog, { ...props, lines: before });
  const log = screen.getByRole("log");
  measured(log);
  let lines = before;
  const say = async (...more: ChatLine[]): Promise<void> => {
    lines = [...lines, ...more];
    await rerender({ lines });
    await tick();
  };
  await say(line(21, "Here"));
  return { log, say };
}

beforeEach(() => {
  const welcome = { player: "p-anna" };
  session.connection = { ...session.connection, welcome } as unknown as typeof session.connection;
});

it("follows what is said after a line that is higher than most", async () => {
  const { log, say } = await shown();
  expect(fromEnd(log)).toBe(0);
  await say(line(22, "a".repeat(400)));
  expect(fromEnd(log)).toBe(0);
  await say(line(23, "short"));
  expect(fromEnd(log)).toBe(0);
});

it("leaves whoever reads above there, until he says something himself", async () => {
  const { log, say } = await shown();
  log.scrollTop = 0;
  await say(line(22, "a".repeat(400)), line(23, "short"));
  expect(log.scrollTop).toBe(0);
  await say(line(24, "mine", "p-anna"));
  expect(fromEnd(log)).toBe(0);
});

it("keeps names and lines that run from right to left apart from the time", async () => {
  const { log, say } = await shown();
  await say({ ...line(22, "\u05e9\u05dc\u05d5\u05dd"), name: "\u05d3\u05e0\u05d4" });
  const isolated = [...(log.lastElementChild?.querySelectorAll("bdi") ?? [])];
  expect(isolated.map((each) => each.textContent.trim())).toEqual([
    "\u05d3\u05e0\u05d4",
    "\u05e9\u05dc\u05d5\u05dd",
  ]);
});
