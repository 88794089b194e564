/** One's stay at a table: what is to be told of it, what was read, how the last game ended. */
import type { Room, RoomNews, RoomState } from "@kozyr/client";
import { untrack } from "svelte";
import { drawOf } from "./draw.ts";
import { endOf, keepEnd } from "./ends.ts";
import { FairLog } from "./fair.svelte.ts";
import { resultOf, type Result } from "./result.ts";
import { keepSeen, lastSeen, standing, wasPlayed } from "./seen.ts";
import { toldOf } from "./told.ts";
import { t } from "$lib/i18n/index.svelte.ts";
import { fresh } from "$lib/api.ts";
import { announce, dismiss, notify } from "$lib/notices.svelte.ts";
import { attempt, session } from "$lib/session.svelte.ts";

/** So long the last trick is looked at before the result covers it. */
const LAST_LOOK_MS = 2600;
/** So long it is read who drew what. */
const DRAW_MS = 8000;

/** What a record says of a game. */
interface Recorded extends Result {
  readonly seats: readonly { readonly player?: string | null; readonly name?: string }[];
}

export class Visit {
  readonly fair = new FairLog();
  /** The picture at the end of the last game; a rematch takes it from the table. */
  end: RoomState["view"] | null = $state.raw(null);
  /** What was won and lost in it, also where it was ended before its last deal. */
  result: Result | null = $state.raw(null);
  /** The game is over, its last cards were seen, and the result is to be shown. */
  isOver = $state(false);
  /** One waits for the host's leave to sit down. */
  isKnocking = $state(false);
  #refusal = 0;
  /** Names of the players of the game, also of those who have left since. */
  names: readonly string[] = $state.raw([]);
  /** Their seats. */
  seats: RoomState["view"]["seats"] = $state.raw([]);
  #seen = $state(-1);
  #wasAway = false;
  #hasBeenLive = false;
  #before: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Follow what happens; answers how to stop. */
  watch(room: Room): () => void {
    untrack(() => {
      this.#keepNames(room.state);
      this.#recall(room.state);
      void this.#askRecord(room.state);
      this.#stand(room, true);
    });
    const stop = room.onNews((news) => this.#take(room, news));
    return () => {
      clearTimeout(this.#timer);
      stop();
    };
  }

  /** Look at the newest picture: a line that is back is told. */
  look(now: RoomState, isOnline: boolean): void {
    if (this.#seen < 0) this.#seen = now.chat.at(-1)?.n ?? 0;
    untrack(() => {
      const { phase, record } = now.view;
      if (phase === "finished" && this.end?.record !== record)
        this.#keep(now.view, resultOf(now.view));
    });
    const isLive = isOnline && now.live;
    if (isLive && this.#wasAway && this.#hasBeenLive) notify(t("room-line-back"), "good");
    this.#wasAway = !isLive;
    this.#hasBeenLive ||= isLive;
  }

  /** How many lines of others came since the talk was last looked at. */
  unread(now: RoomState): number {
    const ignored = session.me?.ignored ?? [];
    return now.chat.filter(
      (line) =>
        line.n > this.#seen &&
        !line.hidden &&
        line.player !== session.player &&
        !ignored.includes(line.player),
    ).length;
  }

  read(now: RoomState): void {
    this.#seen = now.chat.at(-1)?.n ?? 0;
  }

  #take(room: Room, news: RoomNews): void {
    this.fair.take(news);
    if (news.kind === "said" && news.line.player !== session.player && news.line.text !== "") {
      announce(`${news.line.name}: ${news.line.text}`);
    }
    if (news.kind === "fresh") {
      this.#keepNames(room.state);
      this.#stand(room, true);
    }
    if (news.kind !== "changed") return;
    const draw = drawOf(news.events, news.view);
    if (draw !== null) notify(draw, "info", DRAW_MS);
    for (const event of news.events) {
      const told = toldOf(event, news.view, this.#before);
      if (told?.isShown === true) notify(told.text);
      else if (told !== null) announce(told.text);
      if (event.type === "game_ended") {
        this.#keep(news.view, event);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => (this.isOver = true), LAST_LOOK_MS);
      }
      if (event.type === "game_started") {
        clearTimeout(this.#timer);
        this.isOver = false;
      }
      if (event.type === "knock_answered" && event.player === session.player) {
        this.#answered(room, event.admitted);
      }
    }
    this.#keepNames(room.state);
    this.#stand(room, false);
  }

  /** Keep how far the own hand is; with a whole picture, tell what was played in one's absence. */
  #stand(room: Room, isPicture: boolean): void {
    const now = standing(room.state);
    if (isPicture && wasPlayed(lastSeen(room.id), now)) notify(t("room-told-played"));
    if (now !== null) keepSeen(room.id, now);
  }

  /** One has knocked, perhaps once more: what was answered before holds no longer. */
  knocked(): void {
    dismiss(this.#refusal);
    this.isKnocking = true;
  }

  #answered(room: Room, isAdmitted: boolean): void {
    this.isKnocking = false;
    dismiss(this.#refusal);
    if (isAdmitted) void attempt(room.join());
    else this.#refusal = notify(t("room-knock-refused"), "warn");
  }

  /** What was known of the last game before the page was loaded again. */
  #recall({ view }: RoomState): void {
    if (view.phase === "playing") return;
    const end = endOf(view.record);
    if (end !== null) {
      this.end = end.view;
      this.result = end.result;
      this.seats = end.seats;
      this.names = end.seats.map((seat) => seat.name);
    }
    if (view.phase === "finished") this.isOver = true;
  }

  /** After a reload the record knows who played and has left since; a private game's is not shown. */
  async #askRecord({ view }: RoomState): Promise<void> {
    if (view.phase !== "finished" || view.record === null) return;
    const isKnown = (this.result ?? resultOf(view)) !== null;
    if (isKnown && this.seats.every((seat) => seat.player !== null)) return;
    try {
      const { seats, ...result } = await fresh<Recorded>(`records/${view.record}`);
      this.result ??= result;
      if (seats.length !== this.seats.length) return;
      this.seats = this.seats.map((seat, n) => {
        const { player = null, name = "" } = seats[n] ?? {};
        return seat.player === null ? { ...seat, player, name } : seat;
      });
      this.names = this.seats.map((seat) => seat.name);
    } catch {
      // Seats without names are shown as they are.
    }
  }

  #keep(view: RoomState["view"], result: Result | null): void {
    this.end = view;
    this.result = result && {
      totals: result.totals,
      winners: result.winners,
      settlement: result.settlement ?? null,
    };
    keepEnd({ view, seats: this.seats, result: this.result });
  }

  #keepNames({ view }: RoomState): void {
    this.#before = view.seats.map((seat) => seat.name);
    // Its seats may have been drawn anew: the last game's points are not theirs who sit there now.
    if (view.phase === "playing") this.end = this.result = null;
    else if (this.end?.record === view.record) return;
    if (view.phase === "waiting" && this.seats.length > 0) return;
    // A seat that was left is free after the game, and its name gone.
    const kept = view.phase === "finished" && this.end === null ? this.seats : [];
    this.seats = view.seats.map((seat, n) => (seat.player === null ? (kept[n] ?? seat) : seat));
    this.names = this.seats.map((seat) => seat.name);
  }
}
