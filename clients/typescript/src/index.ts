/** The TypeScript SDK of kozyr: follow rooms and play in them, over lines that may be cut. */

export * from "./cards.ts";
export { newKey, newSeed, newToken } from "./chance.ts";
export {
  Client,
  type ClientOptions,
  type ConnectionState,
  type FollowOptions,
  type NewRoom,
} from "./client.ts";
export {
  decode,
  encode,
  type Frame,
  isKnown,
  MalformedFrameError,
  type Subprotocol,
} from "./codec.ts";
export {
  ConnectionEnded,
  type Doubt,
  type Facts,
  FairnessProblem,
  KozyrError,
  type LocalCode,
  OutcomeUnknown,
  Refused,
  RoomEnded,
  Stale,
} from "./errors.ts";
export * as fair from "./fair.ts";
export type { Entry } from "./follower.ts";
export type { Mode, Prompt, RoomNews, Turn } from "./following.ts";
export { foldTable, type GameKey, isGame } from "./fold/games.ts";
export { fold, FREE } from "./fold/room.ts";
export { happened, type Happened, type Legal, legalOf, type Table, tableOf } from "./games.ts";
export { CLOSE_CODES, ERROR_CODES, TEMPORARY } from "./generated/codes.ts";
export { GAME_KEYS, type GameActions, type GameEvents, type GameViews } from "./generated/games.ts";
export type * as ginRummy from "./generated/gin_rummy.ts";
export type * as king from "./generated/king.ts";
export type * as kingJokers from "./generated/king_jokers.ts";
export type * as knaves from "./generated/knaves.ts";
export type * as ohWell from "./generated/oh_well.ts";
export type * as records from "./generated/record.ts";
export type { Phase, RoomEvent, RoomView, SeatView } from "./generated/room.ts";
export type * as server from "./generated/server.ts";
export type * as twentyNine from "./generated/twenty_nine.ts";
export { Lobby, type LobbyFilter, type LobbyState } from "./lobby.ts";
export type { Listener, Unsubscribe } from "./listeners.ts";
export type {
  AnswerOf,
  ClientMessage,
  Command,
  CommandOf,
  Done,
  ServerMessage,
  ServerMessageOf,
  UnknownMessage,
  Unsent,
} from "./messages.ts";
export { PATIENCE, type Patience } from "./patience.ts";
export { type Dealt, dealtOf } from "./dealt.ts";
export {
  checkFairness,
  type CheckPart,
  type GameRecord,
  parseRecord,
  parseRecords,
  RECORD_FORMAT,
  type RecordDeal,
  RecordError,
  type ShuffleCheck,
} from "./record.ts";
export { Room, type RoomState } from "./room.ts";
export { OLDEST_VERSION, PROTOCOL_VERSION } from "./session.ts";
export { platformSocket, type Socket, type SocketEvent, type SocketFactory } from "./socket.ts";
export { memoryTokens, storedTokens, type TextStorage, type TokenStore } from "./tokens.ts";
