/** A room: the view of a role after an event. */

import type {
  GameEnded,
  GameStarted,
  KnockAnswered,
  Knocked,
  Reopened,
  RoomEvent,
  RoomView,
  Seated,
  SeatView,
  Silenced,
} from "../generated/room.ts";
import { foldTable } from "./games.ts";
import { put } from "./lists.ts";

/** A seat that nobody has. */
export const FREE: Readonly<SeatView> = Object.freeze({
  player: null,
  name: "",
  ready: false,
  connected: false,
  left: false,
  absent: false,
  bank_ms: 0,
  tip: null,
  bot: null,
  stand_in: false,
  wants_pause: false,
  wants_end: false,
});

const AFTER_GAME = {
  ready: false,
  absent: false,
  tip: null,
  stand_in: false,
  wants_pause: false,
  wants_end: false,
};

/**
 * The view after an event. It needs no rules; an event that is not known leaves it as it is.
 *
 * @param view the picture of one role before the event; it is left untouched.
 * @param event as that role received it.
 * @throws TypeError: the event is not of the form that its type has.
 */
export function fold(view: RoomView, event: RoomEvent): RoomView {
  switch (event.type) {
    case "joined": {
      const { player, name, connected } = event;
      return { ...view, seats: put(view.seats, event.seat, { ...FREE, player, name, connected }) };
    }
    case "left":
      return view.phase === "playing"
        ? change(view, event.seat, { left: true, connected: false })
        : { ...view, seats: put(view.seats, event.seat, FREE) };
    case "host":
      return { ...view, host: event.player };
    case "ready":
      return change(view, event.seat, { ready: event.ready });
    case "line":
      return change(view, event.seat, {
        connected: event.connected,
        ...(event.connected ? { left: false } : {}),
      });
    case "tip":
      return change(view, event.seat, { tip: event.tip });
    case "game_started":
      return started(view, event);
    case "seated":
      return { ...view, ...reseated(view, event) };
    case "shuffle_opened":
      return { ...view, shuffle: { n: event.n, seats: event.seats, tips: event.tips, fed: [] } };
    case "link_taken":
      return linkTaken(view, event.seat);
    case "shuffled":
      return { ...view, shuffle: null };
    case "absent":
      return change(view, event.seat, { absent: event.absent });
    case "bank":
      return change(view, event.seat, { bank_ms: event.bank_ms });
    case "bot_wanted":
      return { ...view, seats: put(view.seats, event.seat, { ...FREE, bot: event.level }) };
    case "bot_sat": {
      const { player, name } = event;
      return change(view, event.seat, { player, name, ready: true, connected: true });
    }
    case "stand_in":
      return change(view, event.seat, { stand_in: event.stand_in });
    case "pause_wanted":
      return change(view, event.seat, { wants_pause: event.wanted });
    case "end_wanted":
      return change(view, event.seat, { wants_end: event.wanted });
    case "time_given":
      return change(view, event.seat, { bank_ms: event.bank_ms });
    case "paused":
      return { ...view, paused_until_ms: event.until_ms };
    case "resumed":
      return {
        ...view,
        seats: view.seats.map((seat) => ({ ...seat, wants_pause: false })),
        paused_until_ms: null,
      };
    case "slow_mode":
      return { ...view, slow_s: event.seconds };
    case "knocked":
    case "knock_answered":
    case "silenced":
      return letIn(view, event);
    case "game":
      if (view.table === null) return view;
      return { ...view, table: foldTable(view.game, view.table, event.event) };
    case "game_ended":
      return ended(view, event);
    case "reopened":
      return reopened(view, event);
    case "closed":
      return { ...view, phase: "closed" };
    case "fairness":
    case "timed_out":
    case "kicked":
      return view;
    default:
      event satisfies never;
      return view;
  }
}

function letIn(view: RoomView, event: Knocked | KnockAnswered | Silenced): RoomView {
  const { player } = event;
  if (event.type === "silenced") {
    const others = view.silenced.filter((each) => each !== player);
    return { ...view, silenced: event.silenced ? [...others, player] : others };
  }
  const others = view.knocks.filter((each) => each.player !== player);
  const knocks = event.type === "knocked" ? [...others, { player, name: event.name }] : others;
  return { ...view, knocks };
}

function change(view: RoomView, index: number, changes: Partial<SeatView>): RoomView {
  const seat = view.seats[index];
  if (seat === undefined) throw new TypeError(`there is no seat ${String(index)}`);
  return { ...view, seats: put(view.seats, index, { ...seat, ...changes }) };
}

function reseated(view: RoomView, event: GameStarted | Seated): Pick<RoomView, "seats" | "you"> {
  const seats = event.order.map((old) => {
    const seat = view.seats[old];
    if (seat === undefined) throw new TypeError(`there is no seat ${String(old)}`);
    return seat;
  });
  const you = view.you === null ? null : event.order.indexOf(view.you);
  if (you === -1) throw new TypeError("the own seat is not in the new order");
  return { seats, you };
}

function started(view: RoomView, event: GameStarted): RoomView {
  const { seats, you } = reseated(view, event);
  const bank_ms = view.clock.bank_ms;
  return {
    ...view,
    phase: "playing",
    seats: seats.map((seat) => ({ ...seat, ready: false, absent: false, bank_ms })),
    you,
    options: event.options,
    table: event.table,
    ended: null,
    record: null,
  };
}

function linkTaken(view: RoomView, seat: number): RoomView {
  if (view.shuffle === null) return view;
  const fed = [...new Set([...view.shuffle.fed, seat])].sort((one, other) => one - other);
  return { ...view, shuffle: { ...view.shuffle, fed } };
}

function ended(view: RoomView, event: GameEnded): RoomView {
  return {
    ...view,
    phase: "finished",
    // A chain serves one game: the host has seen links of this one.
    seats: view.seats.map((seat) => (seat.left ? FREE : { ...seat, ...AFTER_GAME })),
    paused_until_ms: null,
    shuffle: null,
    ended: event.ended,
    record: event.record,
  };
}

function reopened(view: RoomView, event: Reopened): RoomView {
  const free = Array.from({ length: view.capacity - view.seats.length }, () => FREE);
  return {
    ...view,
    phase: "waiting",
    seats: [...view.seats, ...free],
    game_no: event.game_no,
    tip: event.tip,
    options: event.options,
    table: null,
  };
}
