import type { KozyrError } from "@kozyr/client";

/** Close codes of the protocol that say the same as an error. */
const CLOSED: Readonly<Record<number, string>> = {
  4500: "unsupported_version",
  4504: "banned",
  4505: "token_revoked",
};

/** What ended the line, or refused something: where the line was closed its number says it. */
export function codeOf({ code, facts }: KozyrError): string {
  if (code !== "final_close") return code;
  return CLOSED[Number(facts["close"])] ?? code;
}
