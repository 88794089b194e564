// Made from server.json by `npm run generate`; not to be edited.

export type ServerSchema =
  | Welcome
  | ServerPing
  | ServerPong
  | Ok
  | Error
  | Created
  | Rooms
  | Lobby
  | LobbyChanged
  | LobbySaid
  | People
  | Matching
  | Matched
  | You
  | SignedIn
  | Tokens
  | Sanctioned
  | Invitation
  | Offer
  | Followed
  | Snapshot
  | Update
  | LinkWanted
  | ChatSaid
  | Watchers
  | Unfollowed
  | Notice;
/**
 * The code of an `error` message. The comment says the cause; `TEMPORARY` says which pass.
 */
export type ErrorCode =
  | (
      | "already_greeted"
      | "bad_link"
      | "bad_name"
      | "bad_option"
      | "bad_passphrase"
      | "bad_seats"
      | "bad_text"
      | "bad_tip"
      | "bad_token"
      | "banned"
      | "busy"
      | "draining"
      | "illegal"
      | "internal"
      | "key_reused"
      | "kicked"
      | "malformed"
      | "muted"
      | "name_taken"
      | "needs_code"
      | "needs_knock"
      | "needs_password"
      | "no_bots"
      | "no_such_line"
      | "no_such_player"
      | "no_such_room"
      | "no_such_seat"
      | "not_following"
      | "not_greeted"
      | "not_host"
      | "not_house"
      | "not_in_lobby"
      | "not_ready"
      | "not_seated"
      | "not_yet"
      | "not_your_line"
      | "outcome_unknown"
      | "paused"
      | "read_only"
      | "room_full"
      | "seat_taken"
      | "server_outdated"
      | "stale"
      | "store_full"
      | "store_unavailable"
      | "token_revoked"
      | "too_early"
      | "too_fast"
      | "too_many"
      | "too_many_rooms"
      | "unknown_game"
      | "unknown_message"
      | "unknown_phrase"
      | "unknown_preset"
      | "unsupported_version"
      | "watching_refused"
      | "wrong_passphrase"
      | "wrong_phase"
    )
  | string;
/**
 * What a room is doing.
 */
export type Phase = "closed" | "finished" | "playing" | "waiting";
/**
 * How a game ended.
 */
export type Ended = "abandoned" | "complete" | "limit" | "voted";

/**
 * Answer to `hello`.
 */
export interface Welcome {
  type: "welcome";
  /**
   * The protocol version that both sides speak from now on.
   */
  version: number;
  player: string;
  name: string;
  /**
   * Only for a new guest: keep it, it is shown once and is the only way back.
   */
  token: string | null;
  limits: Limits;
  /**
   * `kozyr/0.1.0`.
   */
  server: string;
  /**
   * `always`, `everysec` or `unverified`: what an acknowledgement survives.
   */
  durability: string;
  /**
   * Whether the name is kept for this player.
   */
  claimed: boolean;
  /**
   * What he may not do here now.
   */
  sanctions: Sanction[];
}
/**
 * What this server enforces.
 */
export interface Limits {
  frame_bytes: number;
  outbox_bytes: number;
  rooms: number;
  name_chars: number;
  chat_chars: number;
  ping_s: number;
  gone_s: number;
  commands_per_s: number;
  commands_burst: number;
}
/**
 * What somebody may not do here, for how long and why. He is always told.
 */
export interface Sanction {
  /**
   * `mute`: he may not write. `ban`: he may not come in.
   */
  kind: string;
  /**
   * Unix time, ms; None: until it is lifted.
   */
  until_ms: number | null;
  reason: string;
}
/**
 * Are you there? Answer `pong`.
 */
export interface ServerPing {
  type: "ping";
  id: number;
}
/**
 * Answer to `ping`.
 */
export interface ServerPong {
  type: "pong";
  id: number;
}
/**
 * A command was done and there is nothing more to say.
 *
 * `version` is one at which what was asked is so; for an action that was accepted before under the
 * same key it is the one of then.
 */
export interface Ok {
  type: "ok";
  id: number;
  room: string | null;
  version: number | null;
}
/**
 * A command was refused, and nothing changed; or a frame could not be read (`id` None).
 */
export interface Error {
  type: "error";
  id: number | null;
  code: ErrorCode;
  /**
   * Whether the same command may succeed later.
   */
  temporary: boolean;
  /**
   * One sentence for people who read logs.
   */
  message: string;
  room: string | null;
  /**
   * What was wrong and what would be right, by code.
   */
  facts: {
    [k: string]: unknown;
  };
}
/**
 * Answer to `create`.
 */
export interface Created {
  type: "created";
  id: number;
  room: string;
  /**
   * Of the invitation to a room that is not public.
   */
  code: string | null;
}
/**
 * Answer to `list`: up to 50 rooms, those with free seats first.
 */
export interface Rooms {
  type: "rooms";
  id: number;
  rooms: RoomSummary[];
  /**
   * Give it as `after` for the next page; None: this was the last.
   */
  next: string | null;
}
/**
 * A room as the lobby lists it.
 */
export interface RoomSummary {
  room: string;
  game: string;
  preset: string | null;
  name: string;
  phase: Phase;
  seats: number;
  /**
   * Seats that are not free, those of house bots included.
   */
  taken: number;
  spectators: boolean;
  language: string | null;
  /**
   * `open`, `knock` or `password`: what it takes to sit down.
   */
  access: string;
  /**
   * Seats of house bots among those taken.
   */
  bots: number;
  /**
   * Name of the host; empty: there is none.
   */
  host: string;
}
/**
 * Answer to `lobby`.
 */
export interface Lobby {
  type: "lobby";
  id: number;
  /**
   * Up to 50, those with free seats first, then by id.
   */
  rooms: RoomSummary[];
  next: string | null;
  /**
   * Rooms that the filter leaves, on all pages.
   */
  total: number;
  /**
   * People who are connected, bots included.
   */
  online: number;
  /**
   * The last 100 lines, oldest first.
   */
  chat: ChatLine[];
  /**
   * Nobody but the admins may write in the lobby now.
   */
  read_only: boolean;
  /**
   * Seconds that everybody has to wait between two lines.
   */
  slow_s: number;
  /**
   * What the host has to say to all.
   */
  announcement: string;
}
/**
 * One line of chat.
 */
export interface ChatLine {
  /**
   * Its number in the room or the lobby, from 1; chat is not part of a room's version.
   */
  n: number;
  player: string;
  name: string;
  seat: number | null;
  text: string;
  /**
   * Unix time of the store's clock, ms.
   */
  at_ms: number;
  /**
   * Instead of the text: a quick phrase.
   */
  phrase: string | null;
  /**
   * The line was taken away: show nothing of it. Said anew with the same number.
   */
  hidden: boolean;
  /**
   * Of a hidden line: the host of the room took it away, no moderator of the server.
   */
  by_host: boolean;
}
/**
 * The page of the lobby changed: at most once a second, and only what is new.
 */
export interface LobbyChanged {
  type: "lobby_changed";
  /**
   * New on the page, or changed: put each in the place of the one with its id.
   */
  rooms: RoomSummary[];
  /**
   * No longer on the page.
   */
  gone: string[];
  next: string | null;
  total: number;
  online: number;
  read_only: boolean;
  slow_s: number;
}
/**
 * Somebody said something in the lobby, or (`hidden`) a line is taken away.
 */
export interface LobbySaid {
  type: "lobby_chat";
  line: ChatLine;
}
/**
 * Answer to `people`: up to 50, by name.
 */
export interface People {
  type: "people";
  id: number;
  people: PersonSummary[];
  next: string | null;
  total: number;
}
/**
 * Somebody who is connected.
 */
export interface PersonSummary {
  player: string;
  name: string;
  claimed: boolean;
  bot: boolean;
  /**
   * `lobby`, `playing` or `watching`.
   */
  doing: string;
  /**
   * The public room in which he is.
   */
  room: string | null;
}
/**
 * A table is looked for: the answer to `match`, and (`id` None) when something changed.
 */
export interface Matching {
  type: "matching";
  id: number | null;
  /**
   * People who wait for one of the same tables, this one included; 0: he waits no longer.
   */
  waiting: number;
  /**
   * He has waited for some time: `match` with `bots` begins at once.
   */
  bots_offered: boolean;
}
/**
 * A table was found, and a seat there is his: follow the room and be ready.
 *
 * Who does not follow it within 30 seconds loses the seat. Also said to connections of his that
 * come within a minute after it was found.
 */
export interface Matched {
  type: "matched";
  room: string;
  seat: number;
}
/**
 * Who one is here. Also said without being asked (`id` None) when it changed elsewhere.
 */
export interface You {
  type: "you";
  id: number | null;
  player: string;
  name: string;
  /**
   * Whether the name is kept for him.
   */
  claimed: boolean;
  /**
   * Whom he does not want to hear.
   */
  ignored: string[];
  sanctions: Sanction[];
}
/**
 * Answer to `sign_in`: connect anew with this token.
 */
export interface SignedIn {
  type: "signed_in";
  id: number;
  player: string;
  name: string;
  /**
   * Shown once.
   */
  token: string;
}
/**
 * Answer to `tokens`, the last used first; at most 32.
 */
export interface Tokens {
  type: "tokens";
  id: number;
  tokens: TokenInfo[];
}
/**
 * One token of a person: a device, most often.
 */
export interface TokenInfo {
  /**
   * 16 hexadecimal digits, by which `revoke` names it; not the token itself.
   */
  token: string;
  /**
   * Unix time, ms.
   */
  created_ms: number;
  /**
   * When it was last used, to the hour.
   */
  seen_ms: number;
  /**
   * The program that used it last, as it called itself.
   */
  client: string;
  /**
   * Whether this connection uses it.
   */
  current: boolean;
}
/**
 * One is punished from now on, or (`lifted`) not any more.
 */
export interface Sanctioned {
  type: "sanction";
  sanction: Sanction;
  lifted: boolean;
}
/**
 * Answer to `invite`.
 */
export interface Invitation {
  type: "invitation";
  id: number;
  room: string;
  /**
   * 16 characters, 80 random bits; None: the room is public and needs none.
   */
  code: string | null;
}
/**
 * To a house bot: a seat wants to be played. Follow the room and say `stand_in`.
 */
export interface Offer {
  type: "offer";
  room: string;
  game: string;
  seat: number;
  level: string;
  /**
   * Whether the seat is the bot's own; else it stands in for a person until he is back.
   */
  own: boolean;
  /**
   * opens a private room
   */
  code: string | null;
}
/**
 * Answer to `follow`. Then come the missed updates, or one `snapshot`; then live updates.
 */
export interface Followed {
  type: "followed";
  id: number;
  room: string;
  mode: string;
  seat: number | null;
  /**
   * The room's version now; the missed updates lead to it.
   */
  version: number;
  tag: string;
  now_ms: number;
  /**
   * None: resumed, the missed updates follow. Else why a `snapshot` follows instead: `first`, `too_old`, `rolled_back`, `role_changed`, `asked`, `too_much`.
   */
  reason: string | null;
  /**
   * The last lines of chat, oldest first.
   */
  chat: ChatLine[];
  watchers: number;
}
/**
 * The whole picture, instead of events. `reason` as in `followed`.
 */
export interface Snapshot {
  type: "snapshot";
  room: string;
  version: number;
  tag: string;
  reason: string;
  view: RoomView;
  prompts: Prompts;
}
/**
 * All that one role may know of a room. The same for all roles but for `you` and `table`.
 */
export interface RoomView {
  room: string;
  game: string;
  preset: string | null;
  name: string;
  public: boolean;
  /**
   * Whether people without a seat may follow.
   */
  spectators: boolean;
  phase: Phase;
  host: string | null;
  /**
   * Seats that the room has before a game; the game may start with fewer players.
   */
  capacity: number;
  clock: ClockView;
  /**
   * As given at creation; from the start of a game all options, resolved.
   */
  options: {
    [k: string]: unknown;
  };
  seats: SeatView[];
  /**
   * Your seat, None for a spectator.
   */
  you: number | null;
  /**
   * Number of the game in this room, from 1: a rematch adds one.
   */
  game_no: number;
  /**
   * The tip of the server's chain for this game, 64 hexadecimal digits.
   */
  tip: string | null;
  shuffle: OpenShuffle | null;
  /**
   * The game's own view (`View` of the game's module); None while the room waits for a game.
   */
  table: unknown;
  /**
   * How the last game ended; None while none has.
   */
  ended: Ended | null;
  /**
   * Id of the last finished game's record.
   */
  record: string | null;
  /**
   * What is spoken here; None: anything.
   */
  language: string | null;
  /**
   * `open`, `knock` or `password`: what it takes to come in without a seat.
   */
  access: string;
  /**
   * Who waits for the host to be let in, the first one first.
   */
  knocks: Knocker[];
  /**
   * Whom the host does not let write here.
   */
  silenced: string[];
  /**
   * Play time at which the pause ends by itself; None: no pause.
   */
  paused_until_ms: number | null;
  /**
   * Slow mode: seconds from one line of a person to his next; 0: as often as he likes.
   */
  slow_s: number;
}
/**
 * How long a decision may take. Play time stands still while no server lives.
 *
 * The clock as a room shows it: without bounds, and with unknown fields ignored, as for all that
 * a server says.
 */
export interface ClockView {
  turn_ms: number;
  bank_ms: number;
  away_ms: number;
}
/**
 * One seat as everybody sees it.
 */
export interface SeatView {
  /**
   * None: free.
   */
  player: string | null;
  name: string;
  ready: boolean;
  /**
   * Whether a connection holds the seat's line.
   */
  connected: boolean;
  /**
   * The player left during the game (losing the line is something else).
   */
  left: boolean;
  /**
   * He was late twice in a row; the seat plays by the clock `away_ms` until he is back.
   */
  absent: boolean;
  /**
   * Extra time left, as of the last event about it.
   */
  bank_ms: number;
  /**
   * The tip of the chain of links that this player takes part with, 64 hexadecimal digits.
   */
  tip: string | null;
  /**
   * How well the house bot plays whose seat this is: `easy`, `usual`, `strong`. Without a `player` it has not sat down yet. None: a person's seat, or free.
   */
  bot: string | null;
  /**
   * A house bot plays it until its player is back.
   */
  stand_in: boolean;
  wants_pause: boolean;
  wants_end: boolean;
}
/**
 * A shuffle that waits for the links of seats.
 */
export interface OpenShuffle {
  /**
   * Number of the shuffle in this game, from 1.
   */
  n: number;
  /**
   * Seats that are asked for a link, ascending.
   *
   * Items: a seat, from 0 clockwise
   */
  seats: number[];
  /**
   * A tip for each seat, None where it takes no part.
   */
  tips: (string | null)[];
  /**
   * Seats whose link has been taken.
   *
   * Items: a seat, from 0 clockwise
   */
  fed: number[];
}
/**
 * Somebody who asked to be let in.
 */
export interface Knocker {
  player: string;
  name: string;
}
/**
 * Who is to act.
 */
export interface Prompts {
  /**
   * Play time at which this was said.
   */
  now_ms: number;
  /**
   * One for each seat that is to act, ascending; empty where nobody is.
   */
  turns: Turn[];
}
/**
 * A decision that is open: the prompt of a seat.
 */
export interface Turn {
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
  /**
   * Its number: the version at which this decision opened.
   */
  prompt: number;
  /**
   * What kind it is, a word of the game: `play`.
   */
  decision: string;
  /**
   * Play time by which it must be made; the bank is part of it.
   */
  deadline_ms: number;
  /**
   * All actions that the rules allow now; for the seat itself only, None for others.
   */
  legal: unknown[] | null;
}
/**
 * One step of a room: version and tag after it, and what happened.
 *
 * By `events`: the events this role may see, in order. By `views`: the picture after them.
 */
export interface Update {
  type: "update";
  room: string;
  version: number;
  tag: string;
  /**
   * `RoomEvent`s; empty with `views`.
   */
  events: unknown[];
  /**
   * Who is to act now; None: as before this update.
   */
  prompts: Prompts | null;
  /**
   * With `views` only.
   */
  view: RoomView | null;
  answer: Answer | null;
}
/**
 * Part of an `update` for its actor: his command was done.
 */
export interface Answer {
  id: number;
}
/**
 * Send the link for this shuffle of yours within `within_ms`, or be left out of it.
 */
export interface LinkWanted {
  type: "link_wanted";
  room: string;
  n: number;
  /**
   * First shuffle that listed your tip: the link is the one whose (n − first_n + 1)-fold hash is the tip.
   */
  first_n: number;
  tip: string;
  within_ms: number;
}
/**
 * Somebody said something.
 */
export interface ChatSaid {
  type: "chat";
  room: string;
  line: ChatLine;
}
/**
 * How many people watch; best effort, not part of the version.
 */
export interface Watchers {
  type: "watchers";
  room: string;
  count: number;
}
/**
 * The server ended the following of a room.
 */
export interface Unfollowed {
  type: "unfollowed";
  room: string;
  /**
   * `line_taken`: another connection of yours follows it now. `closed`: the room is gone. `watching_refused`: you have no seat here any more and the room takes no spectators. `outdated`: a newer server wrote the room; connect again and another will serve it. `kicked`: the host sent you out.
   */
  reason: string;
}
/**
 * The server says something to everybody.
 */
export interface Notice {
  type: "notice";
  /**
   * `draining`: it goes down; come back after `delay_ms`, another one serves your rooms. `announcement`: the host says something to all. `warning`: to you alone.
   */
  code: string;
  message: string;
  delay_ms: number;
}
