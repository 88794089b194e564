/** Taking part in the shuffles of a table, and what came of checking them. */
import type { Doubt, RoomNews } from "@kozyr/client";

const PLACE = "kozyr.fair";

function stored(): boolean {
  try {
    return localStorage.getItem(PLACE) !== "off";
  } catch {
    return true;
  }
}

class FairWish {
  /** Whether this browser takes part where it sits down. */
  isOn = $state(stored());

  set(isOn: boolean): void {
    this.isOn = isOn;
    try {
      localStorage.setItem(PLACE, isOn ? "on" : "off");
    } catch {
      // It holds as long as the page.
    }
  }
}

export const fairWish = new FairWish();

/** What is known of the shuffles of the game that is played. */
export class FairLog {
  /** All of the game was seen; else what there was before the page was opened is not known. */
  isWhole = $state(false);
  /** Shuffles whose proof came and was checked. */
  checked = $state(0);
  /** Shuffles in which somebody's part was missing, and the seats then. */
  missing: readonly { readonly n: number; readonly seats: readonly number[] }[] = $state.raw([]);
  /** What did not check out, oldest first. */
  doubts: readonly { readonly n: number; readonly kinds: readonly Doubt[] }[] = $state.raw([]);

  take(news: RoomNews): void {
    if (news.kind === "doubted") {
      const { n, doubts: kinds } = news.problem;
      this.doubts = [...this.doubts, { n, kinds }];
    }
    if (news.kind !== "changed") return;
    for (const event of news.events) {
      switch (event.type) {
        case "game_started":
          this.isWhole = true;
          this.checked = 0;
          this.missing = [];
          this.doubts = [];
          break;
        case "shuffled":
          if (event.missing.length > 0) {
            this.missing = [...this.missing, { n: event.n, seats: event.missing }];
          }
          break;
        case "fairness":
          this.checked += 1;
          break;
        default:
      }
    }
  }
}
