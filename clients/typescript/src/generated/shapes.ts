// Made from the schemas by `npm run generate`; not to be edited.

import type { Shapes } from "../defaults.ts";

/** Fields that may be left out on the wire, with the value that they then have. */
export const SHAPES: Shapes = {
  "ChatLine": {
    "phrase": {
      "default": null
    },
    "hidden": {
      "default": false
    },
    "by_host": {
      "default": false
    }
  },
  "ChatSaid": {
    "line": {
      "shape": "ChatLine"
    }
  },
  "ClockView": {
    "turn_ms": {
      "default": 30000
    },
    "bank_ms": {
      "default": 60000
    },
    "away_ms": {
      "default": 1000
    }
  },
  "Created": {
    "code": {
      "default": null
    }
  },
  "Error": {
    "room": {
      "default": null
    },
    "facts": {
      "default": {}
    }
  },
  "Followed": {
    "chat": {
      "default": [],
      "shape": "ChatLine"
    },
    "watchers": {
      "default": 0
    }
  },
  "Lobby": {
    "rooms": {
      "shape": "RoomSummary"
    },
    "chat": {
      "default": [],
      "shape": "ChatLine"
    },
    "read_only": {
      "default": false
    },
    "slow_s": {
      "default": 0
    },
    "announcement": {
      "default": ""
    }
  },
  "LobbyChanged": {
    "rooms": {
      "default": [],
      "shape": "RoomSummary"
    },
    "gone": {
      "default": []
    },
    "next": {
      "default": null
    },
    "total": {
      "default": 0
    },
    "online": {
      "default": 0
    },
    "read_only": {
      "default": false
    },
    "slow_s": {
      "default": 0
    }
  },
  "LobbySaid": {
    "line": {
      "shape": "ChatLine"
    }
  },
  "Matching": {
    "bots_offered": {
      "default": false
    }
  },
  "Notice": {
    "delay_ms": {
      "default": 0
    }
  },
  "Offer": {
    "code": {
      "default": null
    }
  },
  "Ok": {
    "room": {
      "default": null
    },
    "version": {
      "default": null
    }
  },
  "OpenShuffle": {
    "fed": {
      "default": []
    }
  },
  "People": {
    "people": {
      "shape": "PersonSummary"
    }
  },
  "PersonSummary": {
    "claimed": {
      "default": false
    },
    "bot": {
      "default": false
    },
    "doing": {
      "default": "lobby"
    },
    "room": {
      "default": null
    }
  },
  "Prompts": {
    "turns": {
      "shape": "Turn"
    }
  },
  "RoomSummary": {
    "language": {
      "default": null
    },
    "access": {
      "default": "open"
    },
    "bots": {
      "default": 0
    },
    "host": {
      "default": ""
    }
  },
  "RoomView": {
    "clock": {
      "shape": "ClockView"
    },
    "seats": {
      "shape": "SeatView"
    },
    "shuffle": {
      "default": null,
      "shape": "OpenShuffle"
    },
    "table": {
      "default": null
    },
    "ended": {
      "default": null
    },
    "record": {
      "default": null
    },
    "language": {
      "default": null
    },
    "access": {
      "default": "open"
    },
    "knocks": {
      "default": []
    },
    "silenced": {
      "default": []
    },
    "paused_until_ms": {
      "default": null
    },
    "slow_s": {
      "default": 0
    }
  },
  "Rooms": {
    "rooms": {
      "shape": "RoomSummary"
    }
  },
  "Sanctioned": {
    "lifted": {
      "default": false
    }
  },
  "SeatView": {
    "player": {
      "default": null
    },
    "name": {
      "default": ""
    },
    "ready": {
      "default": false
    },
    "connected": {
      "default": false
    },
    "left": {
      "default": false
    },
    "absent": {
      "default": false
    },
    "bank_ms": {
      "default": 0
    },
    "tip": {
      "default": null
    },
    "bot": {
      "default": null
    },
    "stand_in": {
      "default": false
    },
    "wants_pause": {
      "default": false
    },
    "wants_end": {
      "default": false
    }
  },
  "Snapshot": {
    "view": {
      "shape": "RoomView"
    },
    "prompts": {
      "shape": "Prompts"
    }
  },
  "Turn": {
    "legal": {
      "default": null
    }
  },
  "Update": {
    "prompts": {
      "default": null,
      "shape": "Prompts"
    },
    "view": {
      "default": null,
      "shape": "RoomView"
    },
    "answer": {
      "default": null
    }
  },
  "Welcome": {
    "claimed": {
      "default": false
    },
    "sanctions": {
      "default": []
    }
  },
  "You": {
    "claimed": {
      "default": false
    },
    "ignored": {
      "default": []
    },
    "sanctions": {
      "default": []
    }
  },
  "Shuffled": {
    "missing": {
      "default": []
    }
  },
  "Record": {
    "format": {
      "default": "kozyr.record/1"
    },
    "seats": {
      "shape": "RecordSeat"
    },
    "deals": {
      "default": [],
      "shape": "RecordDeal"
    },
    "public": {
      "default": true
    }
  },
  "RecordDeal": {
    "aside": {
      "default": []
    },
    "turned": {
      "default": null
    },
    "upcard": {
      "default": null
    },
    "stock": {
      "default": []
    },
    "last_card": {
      "default": null
    }
  },
  "RecordSeat": {
    "stand_ins": {
      "default": []
    },
    "player": {
      "default": null
    }
  }
};

/** The shape of each message of the server, by its `type`. */
export const SERVER_SHAPES: Readonly<Record<string, string>> = {
  "welcome": "Welcome",
  "ping": "ServerPing",
  "pong": "ServerPong",
  "ok": "Ok",
  "error": "Error",
  "created": "Created",
  "rooms": "Rooms",
  "lobby": "Lobby",
  "lobby_changed": "LobbyChanged",
  "lobby_chat": "LobbySaid",
  "people": "People",
  "matching": "Matching",
  "matched": "Matched",
  "you": "You",
  "signed_in": "SignedIn",
  "tokens": "Tokens",
  "sanction": "Sanctioned",
  "invitation": "Invitation",
  "offer": "Offer",
  "followed": "Followed",
  "snapshot": "Snapshot",
  "update": "Update",
  "link_wanted": "LinkWanted",
  "chat": "ChatSaid",
  "watchers": "Watchers",
  "unfollowed": "Unfollowed",
  "notice": "Notice"
};

/** The shape of each event of a room, by its `type`. */
export const EVENT_SHAPES: Readonly<Record<string, string>> = {
  "joined": "Joined",
  "left": "Left",
  "host": "HostChanged",
  "ready": "ReadyChanged",
  "line": "LineChanged",
  "tip": "TipShown",
  "game_started": "GameStarted",
  "seated": "Seated",
  "shuffle_opened": "ShuffleOpened",
  "link_taken": "LinkTaken",
  "shuffled": "Shuffled",
  "fairness": "FairnessShown",
  "timed_out": "TimedOut",
  "absent": "AbsentChanged",
  "bank": "BankChanged",
  "knocked": "Knocked",
  "knock_answered": "KnockAnswered",
  "kicked": "Kicked",
  "silenced": "Silenced",
  "slow_mode": "SlowModeSet",
  "bot_wanted": "BotWanted",
  "bot_sat": "BotSat",
  "stand_in": "StandInChanged",
  "pause_wanted": "PauseWanted",
  "paused": "Paused",
  "resumed": "Resumed",
  "time_given": "TimeGiven",
  "end_wanted": "EndWanted",
  "game": "GameHappened",
  "game_ended": "GameEnded",
  "reopened": "Reopened",
  "closed": "Closed"
};

/** The `type`s that a client may send. */
export const CLIENT_TYPES: ReadonlySet<string> = new Set([
  "hello",
  "ping",
  "pong",
  "create",
  "follow",
  "unfollow",
  "chat",
  "hide",
  "join",
  "leave",
  "ready",
  "start",
  "act",
  "rematch",
  "tip",
  "link",
  "invite",
  "knock",
  "answer_knock",
  "kick",
  "silence",
  "slow_mode",
  "add_bot",
  "pause",
  "give_time",
  "vote_end",
  "claim_table",
  "stand_in",
  "list",
  "lobby",
  "leave_lobby",
  "lobby_chat",
  "people",
  "match",
  "unmatch",
  "me",
  "rename",
  "claim",
  "sign_in",
  "passphrase",
  "tokens",
  "revoke",
  "ignore",
  "report",
  "house"
]);
