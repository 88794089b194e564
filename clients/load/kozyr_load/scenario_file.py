"""Scenarios from TOML and from options, with errors that name the key and the nearest right one."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Struct

from kozyr_load.errors import ScenarioError
from kozyr_load.scenario import Scenario


def read(path: Path | None, overrides: Mapping[str, Any]) -> Scenario:
    """A scenario from a file, if any, and what options say otherwise.

    Args:
        path: of a TOML file; None: the scenario of defaults.
        overrides: dotted key → value, as `faults.cut_every_s`; they win.

    Raises:
        ScenarioError: the file cannot be read, or a key or value cannot be used.
    """
    data = {} if path is None else _loaded(path)
    for key, value in overrides.items():
        *parents, last = key.split(".")
        place = data
        for parent in parents:
            place = place.setdefault(parent, {})
            if not isinstance(place, dict):
                raise ScenarioError(parent, "is a table of keys")
        place[last] = value
    return parsed(data)


def parsed(data: Mapping[str, Any]) -> Scenario:
    """A scenario from plain values; all that can be checked before the run is.

    Raises:
        ScenarioError: a key or value cannot be used.
    """
    _check_keys("", data, Scenario)
    try:
        scenario = msgspec.convert(data, Scenario)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$.")
        raise ScenarioError(place.rstrip("`") or "scenario", reason[:1].lower() + reason[1:]) from (
            None
        )
    spans = [scenario.think_ms, *(phase.think_ms for phase in scenario.stretches)]
    for span in spans:
        if span is not None and span[0] > span[1]:
            raise ScenarioError("think_ms", "the least time comes first")
    if not scenario.mix or not scenario.most_rooms + scenario.lobby.watchers:
        raise ScenarioError("rooms", "there is nothing to do")
    return scenario


def _loaded(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioError(str(path), error.strerror or "cannot be read") from None
    except (tomllib.TOMLDecodeError, UnicodeError) as error:
        raise ScenarioError(str(path), f"is not TOML: {error}") from None


def _check_keys(where: str, data: object, struct: type[Struct]) -> None:
    """Find the first key that a struct does not have, here or in what it holds."""
    if not isinstance(data, Mapping):
        return
    hints = get_type_hints(struct)
    for key, value in data.items():
        place = f"{where}.{key}" if where else str(key)
        if key not in hints:
            near = get_close_matches(str(key), hints, n=1, cutoff=0.5)
            known = f"do you mean {near[0]}?" if near else f"known are {', '.join(hints)}"
            raise ScenarioError(place, f"there is no such key; {known}")
        inner = _struct_in(hints[key])
        if inner is None:
            continue
        if isinstance(value, list | tuple):
            for number, each in enumerate(value):
                _check_keys(f"{place}[{number}]", each, inner)
        else:
            _check_keys(place, value, inner)


def _struct_in(hint: Any) -> type[Struct] | None:
    """The struct that a field holds, alone or several of it."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint
    return next((found for each in get_args(hint) if (found := _struct_in(each))), None)
