/** One followed room: its picture, what happens in it, what can be done. */

import { KozyrError, left } from "./errors.ts";
import type { ChatLine, Following, Prompt, RoomNews, Turn } from "./following.ts";
import { type Table, tableOf } from "./games.ts";
import type { RoomView, SeatView } from "./generated/room.ts";
import { type Listener, Listeners, Observable, type Unsubscribe } from "./listeners.ts";
import type { AnswerOf, Command, CommandOf, Done, Unsent } from "./messages.ts";

/** All that is known of a room at one moment. It is never changed: a new one takes its place. */
export interface RoomState {
  readonly room: string;
  /** Whether the picture is the newest; false while the line is away, or it is made anew. */
  readonly live: boolean;
  /** Of the picture. */
  readonly version: number;
  readonly view: RoomView;
  /** The own seat; null for a spectator. */
  readonly seat: number | null;
  /** The own open prompt; null: it is not for this seat to act. */
  readonly turn: Turn | null;
  /** The open prompts of all seats. */
  readonly prompts: readonly Prompt[];
  /** The own prompt, by its key, whose action is on its way. */
  readonly answering: string | null;
  /** The last lines of chat, oldest first. */
  readonly chat: readonly ChatLine[];
  /** How many people watch; best effort. */
  readonly watchers: number;
  /** Whether the room is not followed any more. */
  readonly ended: boolean;
  /** Why; null while it is followed, or as the program asked. */
  readonly error: KozyrError | null;
}

/** What a room needs of its client. */
export interface RoomHost {
  ask<T extends Command["type"]>(command: Unsent<T>): Promise<AnswerOf<T>>;
  unfollow(room: string): Promise<void>;
  tip(room: string): string | null;
  newKey(): string;
}

/** A room that is followed. Made by `Client.follow`. */
export class Room {
  readonly id: string;
  readonly #host: RoomHost;
  readonly #state: Observable<RoomState>;
  readonly #news = new Listeners<RoomNews>();

  constructor(host: RoomHost, following: Following) {
    this.id = following.room;
    this.#host = host;
    this.#state = new Observable<RoomState>({
      ...picture(following),
      room: following.room,
      answering: null,
      ended: false,
      error: null,
    });
  }

  // --- What is known ---------------------------------------------------------------------------

  /** All that is known now. */
  get state(): RoomState {
    return this.#state.value;
  }

  /** The newest picture. */
  get view(): RoomView {
    return this.state.view;
  }

  /** The game's own view; null before the first game, and of a game that is not known. */
  get table(): Table | null {
    return tableOf(this.view);
  }

  /** The own open prompt; null: it is not for this seat to act. */
  get turn(): Turn | null {
    return this.state.turn;
  }

  /** The own seat as everybody sees it; null for a spectator. */
  get me(): SeatView | null {
    const { seat, view } = this.state;
    return seat === null ? null : (view.seats[seat] ?? null);
  }

  // --- What happens ----------------------------------------------------------------------------

  /** Call `run` with the state now and whenever it changes: a store as Svelte knows them. */
  subscribe(run: Listener<RoomState>): Unsubscribe {
    return this.#state.subscribe(run);
  }

  /** Be told each step with its events, each line of chat, each doubt; the state has it already. */
  onNews(listener: Listener<RoomNews>): Unsubscribe {
    return this.#news.add(listener);
  }

  /**
   * Each own prompt once: `for await (const turn of room.turns())`.
   *
   * A prompt that is over before the loop comes back is left out. It ends with the game and when
   * the room is closed or unfollowed; a game that has not begun is awaited.
   *
   * @throws KozyrError: the room is not followed any more for another reason.
   */
  async *turns(): AsyncGenerator<Turn, void> {
    const game = this.view.game_no;
    let seen: string | null = null;
    for (;;) {
      const state = this.state;
      const { turn, view, ended } = state;
      if (ended) {
        this.#lastWord();
        return;
      }
      if (turn !== null && turn.key !== seen) {
        seen = turn.key;
        yield turn;
        continue;
      }
      if (view.phase === "finished" || view.phase === "closed" || view.game_no !== game) return;
      await this.#state.until((next) => next !== state);
    }
  }

  /**
   * Wait until the state is as wanted.
   *
   * @throws KozyrError: the room is not followed any more.
   */
  async until(isWanted: (state: RoomState) => boolean): Promise<RoomState> {
    const state = await this.#state.until((next) => next.ended || isWanted(next));
    if (isWanted(state)) return state;
    throw state.error ?? left(this.id, false);
  }

  // --- What can be done ------------------------------------------------------------------------

  /**
   * Any command for this room, by its `type` and fields. All methods below are made of it.
   *
   * @throws Refused, OutcomeUnknown, RoomEnded.
   */
  ask<T extends Command["type"]>(
    command: { type: T } & Omit<CommandOf<T>, "type" | "id" | "room">,
  ): Promise<AnswerOf<T>> {
    const { error, ended } = this.state;
    if (ended) return Promise.reject(error ?? left(this.id, false));
    return this.#host.ask<T>({ ...command, room: this.id } as unknown as Unsent<T>);
  }

  /** Take a seat, or the first free one; whoever sits keeps his. Gives the own seat. */
  async join(seat: number | null = null): Promise<number | null> {
    const tip = this.#host.tip(this.id);
    await this.ask({ type: "join", seat, ...(tip === null ? {} : { tip }) });
    return this.state.seat;
  }

  /** Give the seat up; in play it is played by the clock from now on. */
  leave(): Promise<Done> {
    return this.ask({ type: "leave" });
  }

  /** Be ready for the game to begin, or not. */
  ready(ready = true): Promise<Done> {
    return this.ask({ type: "ready", ready });
  }

  /** Begin with fewer players than seats, as the host. */
  start(): Promise<Done> {
    return this.ask({ type: "start" });
  }

  /** Open the room again after a game, with the players who are there. */
  rematch(): Promise<Done> {
    return this.ask({ type: "rematch" });
  }

  /** Say something to all in the room. It is never sent twice. */
  say(text: string): Promise<Done> {
    return this.ask({ type: "chat", text });
  }

  /** Say a quick phrase, which each reads in his language. */
  sayPhrase(phrase: string): Promise<Done> {
    return this.ask({ type: "chat", phrase });
  }

  /**
   * Answer an own prompt with an action, exactly once.
   *
   * The action gets a key of its own and is sent again with this key, over as many lines as it
   * takes, until the server has answered: it is never played twice.
   *
   * @param action one of the turn's legal actions.
   * @param turn the prompt that is answered; without it the one that is open now. Give the one that
   *   the decision was made on, so that a late answer does not go to the next prompt by mistake.
   * @throws Stale: the prompt is not open any more; look at the newest one and decide anew.
   * @throws Refused: `illegal`, or what did not pass in time.
   * @throws KozyrError: `not_on_turn`: no prompt of the own seat is open.
   */
  async act(action: unknown, turn: Turn | null = this.turn): Promise<Done> {
    if (turn === null) {
      throw new KozyrError("not_on_turn", "No prompt of the own seat is open.", { room: this.id });
    }
    const { prompt, key: answering } = turn;
    this.#state.change({ answering });
    try {
      return await this.ask({ type: "act", prompt, key: this.#host.newKey(), action });
    } finally {
      if (this.state.answering === answering) this.#state.change({ answering: null });
    }
  }

  /** Follow the room no longer: a seat is kept, its line is lost. */
  unfollow(): Promise<void> {
    return this.#host.unfollow(this.id);
  }

  // --- Told by the client ----------------------------------------------------------------------

  /** The picture, the prompts or the line moved. */
  take(following: Following, news: RoomNews | null): void {
    this.#state.change(picture(following));
    if (news !== null) this.#news.tell(news);
  }

  /** The room is not followed any more. */
  end(error: KozyrError | null): void {
    this.#state.change({ ended: true, live: false, turn: null, prompts: [], error });
  }

  #lastWord(): void {
    const { error } = this.state;
    if (error !== null && error.code !== "room_gone") throw error;
  }
}

function picture(
  following: Following,
): Pick<
  RoomState,
  "live" | "version" | "view" | "seat" | "turn" | "prompts" | "chat" | "watchers"
> {
  const { view, version, turn, prompts, chat, watchers } = following;
  if (view === null) throw new TypeError("a room is shown from its first picture on");
  const live = following.sync === "live";
  return { live, version: version ?? 0, view, seat: view.you, turn, prompts, chat, watchers };
}
