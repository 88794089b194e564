"""The options of `kozyr load`: the one list, and what of a scenario each of them is."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from kozyr_cli.errors import CommandError


class Option(Struct, frozen=True):
    """One option."""

    name: str
    """In Python; the flag has dashes."""
    type: Any
    metavar: str | None
    help: str
    key: str | None = None
    """Dotted key of the scenario; None: it is about the run, or is read in another way."""
    default: Any = None

    @property
    def flag(self) -> str:
        """`--cut-every-s`."""
        return "--" + self.name.replace("_", "-")


def _number(name: str, metavar: str, text: str, key: str) -> Option:
    return Option(name, float | None, metavar, text, key)


def _whole(name: str, text: str, key: str | None = None) -> Option:
    return Option(name, int | None, "N", text, key)


_SERVER = (
    Option("url", str | None, "URL", "Server to test [default: ws://127.0.0.1:8080/ws]."),
    Option("serve", bool, None, "Start a server for the run, and stop it.", default=False),
    Option("serve_option", list[str] | None, "TEXT", "Option of that server; may be repeated."),
    Option("i_own_this_server", bool, None, "Test a server on another machine.", default=False),
    _whole("server_pid", "Process of a server on this machine, for its CPU and memory."),
)

_LOAD = (
    Option("scenario", str | None, "FILE", "TOML file; options win over it."),
    _whole("rooms", "Rooms at once.", "rooms"),
    _whole("players", "Players in each room [what the game is best with].", "players"),
    Option("game", list[str] | None, "KEY", "Game to play; may be repeated [all]."),
    _number("duration_s", "S", "Length of the run.", "duration_s"),
    _number("finish_s", "S", "Time to finish open games after it.", "finish_s"),
    _number("warm_up_s", "S", "Time before it, whose latencies do not count.", ""),
    Option("think_ms", str | None, "A-B", "Time before an action (closed loop) [0]."),
    _number("rate", "N", "Actions due a second in all rooms (open loop).", "rate"),
    _number("arrival_per_s", "N", "Rooms opened a second; 0: all at once.", "arrival_per_s"),
    Option("policy", str | None, "NAME", "How players play: random or simple.", "policy"),
    _whole("seed", "Of all chance.", "seed"),
    _whole("spectators", "Spectators in each room.", "spectators.per_room"),
    _number("chat_per_min", "N", "Lines of chat in each room.", "chat.per_room_per_min"),
    _whole("watchers", "People who look at the lobby.", "lobby.watchers"),
    _number("churn_every_s", "S", "Mean time until somebody goes for a while.", "churn.every_s"),
    _number("churn_away_s", "S", "How long he is away.", "churn.away_s"),
    _whole("processes", "Processes of the generator.", "generator.processes"),
    _whole("judge_rooms", "Rooms of which everything is judged.", "judge.rooms"),
)

_FAULTS = (
    _number("cut_every_s", "S", "Mean time until a line is cut.", "faults.cut_every_s"),
    _number("delay_ms", "MS", "Added to each frame, both ways.", "faults.delay_ms"),
    _number("jitter_ms", "MS", "At most added to that.", "faults.jitter_ms"),
    _number("slow_readers", "SHARE", "Connections that stop reading.", "faults.slow_readers"),
    _number("duplicates", "SHARE", "Actions sent twice.", "faults.duplicates"),
    _number("tab_every_s", "S", "Mean time until a second tab takes over.", "faults.tab_every_s"),
    Option("storm", list[str] | None, "S:N", "At S cut N connections at once; may be repeated."),
)

_RESULTS = (
    Option("json", str | None, "FILE", "Write the report as JSON."),
    Option("html", str | None, "FILE", "Write the report as HTML."),
    Option(
        "violations",
        str,
        "FILE",
        "Where violations go, if there are any [load-violations.jsonl].",
        default="load-violations.jsonl",
    ),
    Option("fail_if", list[str] | None, "TEXT", "Such as p99>50ms; may be repeated."),
    Option("quiet", bool, None, "Show only the result.", default=False),
)

OPTIONS = (*_SERVER, *_LOAD, *_FAULTS, *_RESULTS)
"""All options, in the order of the help."""


def overrides(values: Mapping[str, Any]) -> dict[str, Any]:
    """What options say of the scenario: dotted key → value.

    Raises:
        CommandError: one is not of its form.
    """
    found = {
        option.key: values[option.name]
        for option in OPTIONS
        if option.key and values[option.name] is not None
    }
    if values["game"]:
        found["games"] = [{"game": game} for game in values["game"]]
    if values["think_ms"] is not None:
        found["think_ms"] = _span(values["think_ms"])
    if values["storm"]:
        found["faults.storms"] = [_storm(text) for text in values["storm"]]
    if values["warm_up_s"]:
        if values["duration_s"] is None:
            raise CommandError("--warm-up-s: needs --duration-s; a file has phases for it")
        found["phases"] = [
            {"name": "warm-up", "duration_s": values["warm_up_s"], "warm_up": True},
            {"name": "load", "duration_s": values["duration_s"]},
        ]
    elif values["duration_s"] is not None:
        # The length of the one phase: those of a file would take its place.
        found["phases"] = []
    return found


def _span(text: str) -> list[float]:
    match = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", text)
    if match is None:
        raise CommandError(f"--think-ms: {text!r} is not A-B, milliseconds")
    return [float(match[1]), float(match[2] or match[1])]


def _storm(text: str) -> dict[str, float | int]:
    match = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]+)?):([0-9]{1,6})", text)
    if match is None:
        raise CommandError(f"--storm: {text!r} is not S:N, seconds and connections")
    return {"at_s": float(match[1]), "clients": int(match[2])}
