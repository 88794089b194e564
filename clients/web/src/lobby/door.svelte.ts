/** The way into a room that is not open to all: a code, a password, or the host's leave. */
import { KozyrError, type Room } from "@kozyr/client";
import { follow } from "./start.svelte.ts";
import { entryOf, isRoom, keepEntry } from "$lib/entries.ts";
import { noRoom, session } from "$lib/session.svelte.ts";

export type Doorstep =
  /** Being asked. */
  | { readonly at: "asking" }
  /** The password is wanted; `isWrong`: it was another one. */
  | { readonly at: "password"; readonly isWrong: boolean }
  /** The host was asked for a seat. */
  | { readonly at: "knocking" }
  /** The host said no. */
  | { readonly at: "turned_away" }
  /** There is no way in, or none for now. */
  | { readonly at: "refused"; readonly error: KozyrError }
  /** In: the table is to be shown. */
  | { readonly at: "in" };

export class Door {
  readonly room: string;
  /** Whether one wants a seat; else it is only looked in. */
  readonly wantsSeat: boolean;
  step: Doorstep = $state.raw({ at: "asking" });
  /** Name of the table, once it can be seen. */
  name = $state("");
  #entry: { code?: string; password?: string } = {};
  #followed: Room | null = null;
  #stop: (() => void) | null = null;
  #isOver = false;

  constructor(room: string, wantsSeat: boolean) {
    this.room = room;
    this.wantsSeat = wantsSeat;
  }

  /** Try to come in; `code` is of the invitation. */
  async enter(code: string | null, password: string | null = null): Promise<void> {
    this.step = { at: "asking" };
    // A code that was right is needed again with the password.
    this.#entry = {
      ...this.#entry,
      ...(code === null ? {} : { code }),
      ...(password === null ? {} : { password }),
    };
    const entry = { ...entryOf(this.room), ...this.#entry };
    try {
      if (!isRoom(this.room)) throw noRoom();
      this.#followed = await follow(this.room, entry);
      keepEntry(this.room, entry);
      this.name = this.#followed.view.name;
      if (this.wantsSeat) await this.#sit();
      else this.#to({ at: "in" });
    } catch (error) {
      if (!(error instanceof KozyrError)) throw error;
      if (error.code === "needs_password") {
        this.#to({ at: "password", isWrong: entry.password != null });
      } else this.#to({ at: "refused", error });
    }
  }

  /** Ask the host for a seat. */
  async knock(): Promise<void> {
    const room = this.#followed;
    if (room === null) return;
    this.#to({ at: "knocking" });
    try {
      this.#watch(room);
      await room.ask({ type: "knock" });
    } catch (error) {
      if (!(error instanceof KozyrError)) throw error;
      this.#to({ at: "refused", error });
    }
  }

  /** Look on without a seat. */
  watch(): void {
    this.#to({ at: "in" });
  }

  /** The page is left. Who did not come in follows the room no longer. */
  close(): void {
    this.#isOver = true;
    this.#stop?.();
    if (this.step.at !== "in" && this.#followed !== null) {
      this.#followed.unfollow().catch(() => undefined);
    }
  }

  async #sit(): Promise<void> {
    const room = this.#followed;
    if (room === null) return;
    try {
      if (room.state.seat === null) await room.join();
      this.#to({ at: "in" });
    } catch (error) {
      if (!(error instanceof KozyrError)) throw error;
      if (error.code === "needs_knock") await this.knock();
      else this.#to({ at: "refused", error });
    }
  }

  #watch(room: Room): void {
    this.#stop?.();
    this.#stop = room.onNews((news) => {
      if (news.kind !== "changed") return;
      for (const event of news.events) {
        if (event.type !== "knock_answered" || event.player !== session.player) continue;
        this.#stop?.();
        if (event.admitted) void this.#sit();
        else this.#to({ at: "turned_away" });
      }
    });
  }

  #to(step: Doorstep): void {
    if (!this.#isOver) this.step = step;
  }
}
