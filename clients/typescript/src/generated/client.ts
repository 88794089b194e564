// Made from client.json by `npm run generate`; not to be edited.

export type ClientSchema =
  | Hello
  | Ping
  | Pong
  | Create
  | Follow
  | Unfollow
  | Chat
  | HideLine
  | Join
  | Leave
  | SetReady
  | Start
  | Act
  | Rematch
  | CommitTip
  | FeedLink
  | Invite
  | Knock
  | AnswerKnock
  | Kick
  | Silence
  | SlowMode
  | AddBot
  | Pause
  | GiveTime
  | VoteEnd
  | ClaimTable
  | StandIn
  | ListRooms
  | WatchLobby
  | LeaveLobby
  | LobbyChat
  | ListPeople
  | FindMatch
  | StopMatch
  | Me
  | Rename
  | ClaimName
  | SignIn
  | ChangePassphrase
  | ListTokens
  | RevokeToken
  | Ignore
  | Report
  | EnterHouse;

/**
 * The first message of every connection.
 */
export interface Hello {
  type: "hello";
  min_version: number;
  max_version: number;
  /**
   * From an earlier `welcome`: come back as the same player. None: a new guest.
   */
  token?: string | null;
  /**
   * The name to play under; None keeps the last one, or lets the server propose one.
   */
  name?: string | null;
  /**
   * The program and its version, `my-bot/1.0`.
   */
  client?: string | null;
  /**
   * Of the person at the client: in it the server proposes a name.
   */
  language?: string | null;
}
/**
 * Are you there? The server answers `pong`.
 */
export interface Ping {
  type: "ping";
  /**
   * chosen by the client; the answer carries it
   */
  id?: number;
}
/**
 * Answer to the server's `ping`.
 */
export interface Pong {
  type: "pong";
  /**
   * chosen by the client; the answer carries it
   */
  id?: number;
}
/**
 * Open a room; answered by `created`. The same player and key give the same room.
 */
export interface Create {
  type: "create";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  key: string;
  game: string;
  /**
   * `GAME/name`; None: the game's default.
   */
  preset?: string | null;
  /**
   * Options beside those of the preset.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * None: what the preset or the game is best with.
   */
  seats?: number | null;
  name?: string | null;
  public?: boolean;
  spectators?: boolean;
  clock?: Clock;
  /**
   * What is spoken there; None: anything.
   */
  language?: string | null;
  /**
   * who may come in: everybody, whom the host admits, or who knows the password
   */
  access?: string;
  /**
   * With `access` = `password`.
   */
  password?: string | null;
  /**
   * So many seats, the last ones, are played by house bots.
   */
  bots?: number;
  /**
   * how well a house bot plays
   */
  bot_level?: string;
}
/**
 * The clock as a client chooses it when it opens a room.
 */
export interface Clock {
  /**
   * time for each plain decision, ms
   */
  turn_ms?: number;
  /**
   * extra time of each seat for a whole game, ms
   */
  bank_ms?: number;
  /**
   * time for a decision of a seat whose player left, or was late twice in a row, until he acts or comes back; ms
   */
  away_ms?: number;
}
/**
 * Follow a room, as what one is there: its player, or a spectator. Answered by `followed`.
 */
export interface Follow {
  type: "follow";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  mode?: string;
  /**
   * With `tag`: the last update that the client has; it gets all later ones.
   */
  version?: number | null;
  tag?: string | null;
  /**
   * Of the invitation, to a private room in which one has no seat.
   */
  code?: string | null;
  /**
   * To a room with `access` = `password` in which one has no seat.
   */
  password?: string | null;
}
/**
 * Follow the room no longer. A seat is kept, its line is lost.
 */
export interface Unfollow {
  type: "unfollow";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
}
/**
 * Say something in a followed room.
 */
export interface Chat {
  type: "chat";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  text?: string;
  /**
   * Instead of a text: a quick phrase, which each reads in his language.
   */
  phrase?: string | null;
}
/**
 * The host takes a line of this room's chat away, whoever wrote it.
 *
 * It is published anew, hidden and without its text; the chat is not part of the version.
 */
export interface HideLine {
  type: "hide";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  /**
   * the number of the line
   */
  n: number;
}
/**
 * Take a seat; the room must be followed. Whoever sits keeps his seat.
 */
export interface Join {
  type: "join";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  /**
   * None: the first free one.
   */
  seat?: number | null;
  /**
   * Take part in the shuffles with this chain.
   */
  tip?: string | null;
}
/**
 * Give the seat up; in play it is played by the clock and cannot be given to others.
 */
export interface Leave {
  type: "leave";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
}
/**
 * Be ready for the game to begin, or not. When all seats are taken and ready it begins.
 */
export interface SetReady {
  type: "ready";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  ready?: boolean;
}
/**
 * The host begins with fewer players than seats; all who sit must be ready.
 */
export interface Start {
  type: "start";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
}
/**
 * Answer a prompt with an action of the game.
 */
export interface Act {
  type: "act";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  /**
   * Number of the prompt that is answered.
   */
  prompt: number;
  /**
   * Never used before by this player in this room, but to repeat the same action.
   */
  key: string;
  /**
   * As in `legal` of the prompt.
   */
  action: unknown;
}
/**
 * After a game: open the room again with the players who are there.
 */
export interface Rematch {
  type: "rematch";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
}
/**
 * Take part in the shuffles that are opened from now on; None: no more.
 */
export interface CommitTip {
  type: "tip";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  tip: string | null;
}
/**
 * The link that `link_wanted` asked for.
 */
export interface FeedLink {
  type: "link";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  n: number;
  /**
   * 32 bytes in lower-case hexadecimal
   */
  link: string;
}
/**
 * Ask for the code that lets others into a private room; answered by `invitation`.
 */
export interface Invite {
  type: "invite";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  /**
   * Draw a new code, so that the old one is worthless; the host only.
   */
  renew?: boolean;
}
/**
 * Ask the host of a room with `access` = `knock` for permission to sit down.
 */
export interface Knock {
  type: "knock";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
}
/**
 * The host lets somebody sit down, or not.
 */
export interface AnswerKnock {
  type: "answer_knock";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  player: string;
  admit: boolean;
}
/**
 * The host takes somebody's seat away: a person's, who may not come back, or a bot's.
 *
 * In play a person's seat becomes as if he had left, for good.
 */
export interface Kick {
  type: "kick";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
}
/**
 * The host keeps somebody from writing in this room, or lets him again.
 */
export interface Silence {
  type: "silence";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  player: string;
  silence?: boolean;
}
/**
 * The host lets each person write one line in so many seconds; he himself need not wait.
 */
export interface SlowMode {
  type: "slow_mode";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  /**
   * 0: no slow mode
   */
  seconds: number;
}
/**
 * The host has a free seat played by a house bot; it sits down a moment later.
 */
export interface AddBot {
  type: "add_bot";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  /**
   * None: the first free one.
   */
  seat?: number | null;
  /**
   * how well a house bot plays
   */
  level?: string;
}
/**
 * Wish that the game stands still, or no longer.
 *
 * When all who play and are there wish it, no clock runs and nobody may act: for 15 minutes at
 * most, or until one of them wishes it no longer.
 */
export interface Pause {
  type: "pause";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  pause?: boolean;
}
/**
 * Give another seat a minute more for its decision and its bank.
 */
export interface GiveTime {
  type: "give_time";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
}
/**
 * Wish that the game ends here, or no longer.
 *
 * When all who play and are there wish it, the game is over, `voted`: the finished deals count.
 */
export interface VoteEnd {
  type: "vote_end";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  end?: boolean;
}
/**
 * End a game whose other players have all been away for two minutes: it is `abandoned`.
 */
export interface ClaimTable {
  type: "claim_table";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
}
/**
 * A house bot takes a seat that it was offered: a bot's own, or one whose player is away.
 */
export interface StandIn {
  type: "stand_in";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  room: string;
  /**
   * a seat, from 0 clockwise
   */
  seat: number;
}
/**
 * Ask for public rooms that can be joined or watched; answered by `rooms`.
 */
export interface ListRooms {
  type: "list";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  game?: string | null;
  /**
   * `next` of the page before.
   */
  after?: string | null;
  /**
   * Rooms of this preset only.
   */
  preset?: string | null;
  /**
   * Rooms where this is spoken, and those that name none.
   */
  language?: string | null;
  /**
   * Only rooms that wait and have a free seat.
   */
  free?: boolean;
}
/**
 * Be in the lobby: one page of rooms, kept up to date, its chat, and who is there.
 *
 * Answered by `lobby`; asked again it changes the page. Fields as in `list`.
 */
export interface WatchLobby {
  type: "lobby";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  game?: string | null;
  after?: string | null;
  preset?: string | null;
  language?: string | null;
  free?: boolean;
}
/**
 * Hear no more of the lobby.
 */
export interface LeaveLobby {
  type: "leave_lobby";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
}
/**
 * Say something to all who are in the lobby; one must be there.
 */
export interface LobbyChat {
  type: "lobby_chat";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  text?: string;
  /**
   * Instead of a text: a quick phrase, which each reads in his language.
   */
  phrase?: string | null;
}
/**
 * Ask who is connected; answered by `people`.
 */
export interface ListPeople {
  type: "people";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  after?: string | null;
}
/**
 * Quick match: be given a table of one of these kinds. Answered by `matching`, then `matched`.
 *
 * A person has one ticket, on whatever connection; asked again it is replaced and keeps its place
 * in the line for the tables that stay wished. It ends with `unmatch`, or some seconds after its
 * last connection is gone.
 */
export interface FindMatch {
  type: "match";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  /**
   * The most wanted first.
   */
  wishes: Wish[];
  /**
   * Begin at once, with house bots in the seats that are left.
   */
  bots?: boolean;
}
/**
 * A table that somebody would play at.
 */
export interface Wish {
  game: string;
  /**
   * None: the game's default table.
   */
  preset?: string | null;
  /**
   * None: what the game is best with.
   */
  seats?: number | null;
}
/**
 * Look for a table no longer.
 */
export interface StopMatch {
  type: "unmatch";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
}
/**
 * Ask who one is here; answered by `you`.
 */
export interface Me {
  type: "me";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
}
/**
 * Go by another name from now on; answered by `you`. Seats keep the name they were taken with.
 *
 * Who has claimed a name gives it up by this, unless it is the same name in other capitals.
 */
export interface Rename {
  type: "rename";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  name: string;
}
/**
 * Keep a name for oneself: nobody else can go by it. Answered by `you`.
 */
export interface ClaimName {
  type: "claim";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  name: string;
  /**
   * 8 to 128 characters after trimming. With it one signs in on other devices.
   */
  passphrase: string;
}
/**
 * Get a token of the person who claimed a name; answered by `signed_in`.
 *
 * The connection stays who it was: connect anew with the token.
 */
export interface SignIn {
  type: "sign_in";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  name: string;
  passphrase: string;
}
/**
 * Take another passphrase for one's claimed name.
 */
export interface ChangePassphrase {
  type: "passphrase";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  old: string;
  new: string;
}
/**
 * Ask for one's tokens: on how many devices one is known. Answered by `tokens`.
 */
export interface ListTokens {
  type: "tokens";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
}
/**
 * Make a token worthless; its connections are closed with 4505.
 */
export interface RevokeToken {
  type: "revoke";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  /**
   * As `tokens` names it; None: all but the one of this connection.
   */
  token?: string | null;
}
/**
 * Hear no more of what somebody writes, or hear it again; nobody is told.
 */
export interface Ignore {
  type: "ignore";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  player: string;
  ignore?: boolean;
}
/**
 * Tell the host about somebody; the lines of chat around it are kept with the report.
 */
export interface Report {
  type: "report";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  player: string;
  reason: string;
  text?: string;
  /**
   * Where it happened; None: in the lobby.
   */
  room?: string | null;
}
/**
 * Be a house bot: offered seats, and seats of people who are away. From this machine only.
 */
export interface EnterHouse {
  type: "house";
  /**
   * chosen by the client; the answer carries it
   */
  id: number;
  /**
   * The key that the server handed to its bots when it started.
   */
  key: string;
  /**
   * To play under, also one with the mark of house bots, ♣; None: as greeted.
   */
  name?: string | null;
}
