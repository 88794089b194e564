/**
 * Taking part in the shuffles of a room, and watching that nobody cheats in them.
 *
 * A chain serves one game. Links are given out only for the shuffle that the room's picture shows
 * as opened, once its tips are fixed, and never deeper than the shuffle's own: a deeper link would
 * show those of later shuffles. A server that calls an acknowledged link missing has cheated; the
 * player knows and cannot prove it.
 */

import { type Doubted, FairnessProblem } from "./errors.ts";
import { Chain, checkDeal, FairnessError, type Fairness, folds } from "./fair.ts";
import type { RoomEvent, RoomView } from "./generated/room.ts";
import type { LinkWanted } from "./generated/server.ts";

// Shuffles whose tips are remembered; a deal shows its fairness before the next few.
const REMEMBERED = 16;

/** What was seen of the shuffles of one game. */
interface Game {
  readonly number: number;
  /** The last shuffle that was opened before the own tip was shown. */
  floor: number;
  /** The tips that were announced, by shuffle. */
  readonly opened: Map<number, readonly (string | null)[]>;
  /** The first shuffle that lists a tip, where that was seen. */
  readonly firsts: Map<string, number>;
  /** Tips whose first shuffle may have been among what was not seen. */
  readonly unsure: Set<string>;
}

/** The own part in the shuffles of one room. */
export class FairSeat {
  readonly room: string;
  /** Whether the server refused the tip for good; then nothing is committed any more. */
  isOff = false;
  readonly #drawSeed: () => Uint8Array;
  #chain: Chain;
  #game: Game | null = null;
  readonly #sent = new Map<number, string>();
  readonly #taken = new Set<number>();

  /**
   * @param room its id.
   * @param drawSeed 32 random bytes at each call.
   */
  constructor(room: string, drawSeed: () => Uint8Array) {
    this.room = room;
    this.#drawSeed = drawSeed;
    this.#chain = new Chain(drawSeed());
  }

  /** The tip of the present chain, 64 hexadecimal digits. */
  get tip(): string {
    return this.#chain.tip;
  }

  /**
   * The link that the server asks for; null: the shuffle was opened before the own tip was shown,
   * with that of a program which had this seat before, and only that one has its chain.
   *
   * @throws FairnessProblem: it must not be given: the question does not fit what was announced.
   */
  link(wanted: LinkWanted, view: RoomView): string | null {
    const game = this.#gameOf(view);
    const refuse = (...problems: readonly string[]) =>
      new FairnessProblem(
        this.room,
        wanted.n,
        problems.map((problem) => ["asked", problem]),
      );
    if (wanted.tip !== this.tip) {
      const isOlder = wanted.n <= game.floor;
      if (isOlder && game.opened.get(wanted.n)?.includes(wanted.tip) === true) return null;
      throw refuse("A link of another chain is asked for.");
    }
    if (view.shuffle?.n !== wanted.n || !view.shuffle.tips.includes(this.tip)) {
      throw refuse("A link is asked for before its shuffle.");
    }
    const first = game.firsts.get(this.tip);
    if (first === undefined ? wanted.first_n <= game.floor : wanted.first_n !== first) {
      const name = `Shuffle ${String(wanted.first_n)}`;
      throw refuse(`${name} was not the first that listed the own tip.`);
    }
    try {
      const link = this.#chain.link(folds(wanted.n, wanted.first_n));
      this.#sent.set(wanted.n, link);
      return link;
    } catch (error) {
      if (error instanceof FairnessError) throw refuse(...error.problems);
      throw error;
    }
  }

  /** The server has taken the link for shuffle `n`. */
  acknowledged(n: number): void {
    this.#taken.add(n);
  }

  /** The whole picture came anew; an open shuffle is as good as its announcement. */
  takePicture(view: RoomView): void {
    const game = this.#gameOf(view);
    if (view.phase === "playing") {
      for (const { tip } of view.seats)
        if (tip !== null && !game.firsts.has(tip)) game.unsure.add(tip);
    }
    if (view.shuffle !== null) this.#opened(view.shuffle.n, view.shuffle.tips, view);
  }

  /**
   * Follow the shuffles.
   *
   * @param events of one update.
   * @param view the room after them.
   * @returns what is wrong, oldest first.
   */
  takeEvents(events: readonly RoomEvent[], view: RoomView): FairnessProblem[] {
    return events.flatMap((event) => this.#takeEvent(event, view));
  }

  #takeEvent(event: RoomEvent, view: RoomView): FairnessProblem[] {
    switch (event.type) {
      case "shuffle_opened":
        this.#opened(event.n, event.tips, view);
        return [];
      case "link_taken":
        this.#linkTaken(event.seat, view);
        return [];
      case "shuffled": {
        const seat = this.#seat(event.n, view);
        const isCheated = this.#taken.has(event.n) && seat !== null && event.missing.includes(seat);
        return isCheated ? [new FairnessProblem(this.room, event.n, [CALLED_MISSING])] : [];
      }
      case "fairness": {
        const found = this.#found(event.fairness, view);
        const { n } = event.fairness;
        return found.length > 0 ? [new FairnessProblem(this.room, n, found)] : [];
      }
      case "reopened":
        this.#gameOf(view);
        return [];
      default:
        return [];
    }
  }

  /** The present game; with a new one there is a new chain, for a chain serves one game. */
  #gameOf(view: RoomView): Game {
    if (this.#game?.number === view.game_no) return this.#game;
    if (this.#game !== null) {
      this.#chain = new Chain(this.#drawSeed());
      this.#sent.clear();
      this.#taken.clear();
    }
    this.#game = {
      number: view.game_no,
      floor: 0,
      opened: new Map(),
      firsts: new Map(),
      unsure: new Set(),
    };
    return this.#game;
  }

  #opened(n: number, tips: readonly (string | null)[], view: RoomView): void {
    const game = this.#gameOf(view);
    if (n === 1) game.unsure.clear();
    for (const tip of tips) {
      const isNew = tip !== null && !game.unsure.has(tip) && !game.firsts.has(tip);
      if (isNew) game.firsts.set(tip, n);
    }
    if (!tips.includes(this.tip) && view.seats.every((seat) => seat.tip !== this.tip)) {
      game.floor = Math.max(game.floor, n);
    }
    game.opened.set(n, tips);
    game.opened.delete(n - REMEMBERED);
  }

  /** The own seat as it was numbered at shuffle `n`: a draw moves the seats afterwards. */
  #seat(n: number, view: RoomView): number | null {
    const seat = this.#gameOf(view).opened.get(n)?.indexOf(this.tip) ?? -1;
    return seat < 0 ? null : seat;
  }

  #linkTaken(seat: number, view: RoomView): void {
    // A link is taken for the newest shuffle only; the picture may have moved past it.
    const n = Math.max(0, ...this.#gameOf(view).opened.keys());
    if (this.#sent.has(n) && this.#seat(n, view) === seat) this.#taken.add(n);
  }

  #found(shown: Fairness, view: RoomView): Doubted[] {
    const game = this.#gameOf(view);
    const found: Doubted[] = [];
    if (view.tip !== null && shown.tip !== view.tip) {
      found.push(["server_tip", "The server's tip is not the one that was published."]);
    }
    const announced = game.opened.get(shown.n);
    if (announced !== undefined && announced.join() !== shown.seat_tips.join()) {
      found.push(["seat_tips", "The tips are not those that were announced."]);
    }
    found.push(...this.#foundOwn(shown));
    try {
      checkDeal(this.room, known(shown, game), game.firsts, []);
    } catch (error) {
      if (!(error instanceof FairnessError)) throw error;
      found.push(...error.problems.map((problem): Doubted => ["links", problem]));
    }
    return found;
  }

  #foundOwn(shown: Fairness): Doubted[] {
    const seat = shown.seat_tips.indexOf(this.tip);
    const sent = this.#sent.get(shown.n);
    if (seat < 0 || sent === undefined) return [];
    const used = shown.seat_links[seat] ?? null;
    if (used === null) return this.#taken.has(shown.n) ? [CALLED_MISSING] : [];
    return used === sent ? [] : [["own_link", "The own link is not the one that was sent."]];
  }
}

const CALLED_MISSING: Doubted = [
  "own_missing",
  "The server acknowledged the own link and now calls it missing.",
];

/** The part of it that can be checked: without the tips that were older than what was seen. */
function known(shown: Fairness, game: Game): Fairness {
  if (shown.seat_links.length !== shown.seat_tips.length) return shown;
  const isKnown = shown.seat_tips.map((tip) => tip === null || game.firsts.has(tip));
  return {
    ...shown,
    seat_tips: shown.seat_tips.map((tip, seat) => (isKnown[seat] === true ? tip : null)),
    seat_links: shown.seat_links.map((link, seat) => (isKnown[seat] === true ? link : null)),
    missing: shown.missing.filter((seat) => isKnown[seat] !== false),
  };
}
