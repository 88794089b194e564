/** What happens around a table in sentences; texts of the topic `room`. */
import type { RoomEvent, RoomView } from "@kozyr/client";
import { t } from "$lib/i18n/index.svelte.ts";

export interface Told {
  readonly text: string;
  /** To be seen as well, not only heard. */
  readonly isShown: boolean;
}

/**
 * @param view after the event
 * @param before names of the seats before it, for who is gone with it
 */
export function toldOf(event: RoomEvent, view: RoomView, before: readonly string[]): Told | null {
  const name = "seat" in event ? view.seats[event.seat]?.name || (before[event.seat] ?? "") : "";
  const isYou = "seat" in event && event.seat === view.you;
  // Which bot plays a bot's seat, and over which line, is no news.
  const isBot = "seat" in event && view.seats[event.seat]?.bot != null;
  const heard = (text: string): Told => ({ text, isShown: false });
  const shown = (text: string): Told => ({ text, isShown: true });
  switch (event.type) {
    case "joined":
      return isYou ? null : heard(t("room-told-joined", { name }));
    case "bot_sat":
      return heard(t("room-told-joined", { name: event.name }));
    case "left":
      return isYou ? null : shown(t("room-told-left", { name }));
    case "bot_wanted":
      // Its bot has gone, and the seat is kept for another.
      return before[event.seat] && event.level !== null
        ? shown(t("room-told-left", { name }))
        : null;
    case "ready":
      return event.ready && !isYou ? heard(t("room-told-ready", { name })) : null;
    case "line":
      if (isYou || isBot) return null;
      return heard(event.connected ? t("room-told-back", { name }) : t("room-told-away", { name }));
    case "timed_out":
      return isYou ? shown(t("room-told-late-you")) : heard(t("room-told-late", { name }));
    case "stand_in":
      // Without its stand-in a seat may wait for the next one as well as for its player.
      if (isBot || (!event.stand_in && !view.seats[event.seat]?.connected)) return null;
      if (isYou) return event.stand_in ? null : shown(t("room-told-you-back"));
      return shown(
        event.stand_in ? t("room-told-stand-in", { name }) : t("room-told-returned", { name }),
      );
    case "pause_wanted":
      return event.wanted && !isYou ? heard(t("room-pause-wanted", { names: name })) : null;
    case "end_wanted":
      return event.wanted && !isYou ? heard(t("room-end-wanted", { names: name })) : null;
    case "paused":
      return heard(t("room-paused"));
    case "resumed":
      return shown(t("room-told-resumed"));
    case "time_given": {
      const by = view.seats[event.by]?.name ?? "";
      return shown(isYou ? t("room-told-time-you", { by }) : t("room-told-time", { by, name }));
    }
    case "host": {
      const host = view.seats.find((seat) => seat.player === event.player);
      if (host === undefined) return null;
      const isOwn = view.you !== null && view.seats[view.you] === host;
      return shown(isOwn ? t("room-told-host-you") : t("room-told-host", { name: host.name }));
    }
    case "knocked":
      return heard(t("room-told-knocked", { name: event.name }));
    case "game_started":
      return heard(t("room-told-started"));
    default:
      return null;
  }
}
