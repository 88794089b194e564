/** What lay open when a deal ended: the step that ends it may deal anew at once. Pure. */
import type { ginRummy } from "@kozyr/client";

type Shown = ginRummy.Showdown | null;

/** The showdown after an event; of a deal that follows at once it is still the last one's. */
export function shownAfter(shown: Shown, event: ginRummy.Event): Shown {
  switch (event.type) {
    case "knocked": {
      const { seat, kind, melds, deadwood } = event;
      const none = { laid_off: [], answer: null, left: null, discard: null };
      return { seat, kind, melds, deadwood, ...none };
    }
    case "laid_off":
      if (shown === null) return null;
      return {
        ...shown,
        melds: shown.melds.map((meld, n) => (n === event.meld ? event.cards : meld)),
        laid_off: [...shown.laid_off, event.card],
      };
    case "deal_scored":
      if (shown === null || event.reason === "void") return null;
      return { ...shown, answer: event.answer, left: event.left, discard: event.discard };
    default:
      return shown;
  }
}
