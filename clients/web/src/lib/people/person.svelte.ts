/** About whom the dialog of a person is; any page opens it. */
import { needTexts } from "../i18n/index.svelte.ts";

export interface Person {
  readonly player: string;
  readonly name: string;
  readonly bot?: boolean;
  /** Where it happened, for a report; absent: in the lobby. */
  readonly room?: string;
  /** Where he plays or is watched, if that is known. */
  readonly at?: string | null;
}

const PLACE = "kozyr.names";
const MOST = 100;

class PersonShown {
  who: Person | null = $state.raw(null);

  /** Show what can be known and done about a person. */
  async show(who: Person): Promise<void> {
    await needTexts("people");
    this.who = who;
  }
}

export const shownPerson = new PersonShown();

function names(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** The server keeps ids of those whom one does not hear; this browser keeps how they were called. */
export function keepName(player: string, name: string): void {
  const others = Object.entries(names()).filter(([known]) => known !== player);
  const kept = [...others, [player, name] as const].slice(-MOST);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // The id is shown in place of the name.
  }
}

export function nameOf(player: string): string | null {
  return names()[player] ?? null;
}
