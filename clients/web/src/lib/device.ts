/** By which words people know their devices again in the list of them. */

const PROGRAM = "kozyr-web/0.1.0";

const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["YaBrowser", "Yandex"],
  ["SamsungBrowser", "Samsung"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "Mac"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

function found(agent: string, words: readonly (readonly [string, string])[]): string | undefined {
  return words.find(([mark]) => agent.includes(mark))?.[1];
}

/** How the client calls itself: its version, browser and system, as far as they are known. */
export function programOf(agent: string): string {
  const parts = [found(agent, BROWSERS), found(agent, SYSTEMS)].filter(
    (each) => each !== undefined,
  );
  return parts.length === 0 ? PROGRAM : `${PROGRAM} (${parts.join(", ")})`;
}

/** What stands for a device of which a program told its name; null: nothing is known. */
export function deviceOf(program: string): string | null {
  if (program === "") return null;
  return /\((.+)\)$/.exec(program)?.[1] ?? program;
}
