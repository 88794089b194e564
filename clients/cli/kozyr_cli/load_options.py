"""The options of `kozyr load`: the one list, and what of a scenario each of them is."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from kozyr_cli.errors import CommandError
from kozyr_cli.words import say


class Option(Struct, frozen=True):
    """One option."""

    name: str
    """In Python; the flag has dashes, as the key of its help: `load-opt-cut-every-s`."""
    type: Any
    metavar: str | None
    key: str | None = None
    """Dotted key of the scenario; None: it is about the run, or is read in another way."""
    default: Any = None

    @property
    def flag(self) -> str:
        """`--cut-every-s`."""
        return "--" + self.name.replace("_", "-")


def _number(name: str, metavar: str, key: str) -> Option:
    return Option(name, float | None, metavar, key)


def _whole(name: str, key: str | None = None) -> Option:
    return Option(name, int | None, "N", key)


_SERVER = (
    Option("url", str | None, "URL"),
    Option("serve", bool, None, default=False),
    Option("serve_option", list[str] | None, "TEXT"),
    Option("i_own_this_server", bool, None, default=False),
    _whole("server_pid"),
)

_LOAD = (
    Option("scenario", str | None, "FILE"),
    _whole("rooms", "rooms"),
    _whole("players", "players"),
    Option("game", list[str] | None, "KEY"),
    _number("duration_s", "S", "duration_s"),
    _number("finish_s", "S", "finish_s"),
    _number("warm_up_s", "S", ""),
    Option("think_ms", str | None, "A-B"),
    _number("rate", "N", "rate"),
    _number("arrival_per_s", "N", "arrival_per_s"),
    Option("policy", str | None, "NAME", "policy"),
    _whole("seed", "seed"),
    _whole("spectators", "spectators.per_room"),
    _number("chat_per_min", "N", "chat.per_room_per_min"),
    _whole("watchers", "lobby.watchers"),
    _number("churn_every_s", "S", "churn.every_s"),
    _number("churn_away_s", "S", "churn.away_s"),
    _whole("processes", "generator.processes"),
    _whole("judge_rooms", "judge.rooms"),
)

_FAULTS = (
    _number("cut_every_s", "S", "faults.cut_every_s"),
    _number("delay_ms", "MS", "faults.delay_ms"),
    _number("jitter_ms", "MS", "faults.jitter_ms"),
    _number("slow_readers", "SHARE", "faults.slow_readers"),
    _number("duplicates", "SHARE", "faults.duplicates"),
    _number("tab_every_s", "S", "faults.tab_every_s"),
    Option("storm", list[str] | None, "S:N"),
)

_RESULTS = (
    Option("json", str | None, "FILE"),
    Option("html", str | None, "FILE"),
    Option(
        "violations",
        str,
        "FILE",
        default="load-violations.jsonl",
    ),
    Option("fail_if", list[str] | None, "TEXT"),
    Option("quiet", bool, None, default=False),
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
            raise CommandError(say("load-warm-up"))
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
        raise CommandError(say("load-bad-think-ms", text=repr(text)))
    return [float(match[1]), float(match[2] or match[1])]


def _storm(text: str) -> dict[str, float | int]:
    match = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]+)?):([0-9]{1,6})", text)
    if match is None:
        raise CommandError(say("load-bad-storm", text=repr(text)))
    return {"at_s": float(match[1]), "clients": int(match[2])}
