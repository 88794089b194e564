"""Values that hold a canary in every field, and every way in which they could be shown."""

import io
import logging
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import structlog
from msgspec import Raw
from rich.console import Console

from kozyr_server import telemetry

CANARY = "canary7c0ffee"
NUMBER = 7_700_770_077
"""The canary of fields that hold numbers."""


def planted(kind: type[Any]) -> Any:
    """A value of a struct or dataclass with a canary in each of its fields."""
    return kind(**{name: _of(hint) for name, hint in get_type_hints(kind).items()})


def _of(hint: Any) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(hint, NewType):
        return _of(hint.__supertype__)
    if origin in {Annotated, Literal}:
        return _of(arguments[0]) if origin is Annotated else arguments[0]
    if origin in {Union, UnionType}:
        return _of(next(each for each in arguments if each is not NoneType))
    if origin is tuple:
        return tuple(_of(each) for each in arguments if each is not Ellipsis)
    if origin in {dict, Mapping}:
        return {_of(arguments[0]): _of(arguments[1])}
    return _plain(hint)


def _plain(hint: Any) -> Any:
    if hint is Raw:
        return Raw(CANARY.encode())
    if hint in {bool, float, int}:
        return hint(NUMBER)
    if hint is bytes:
        return CANARY.encode()
    if hint is Path:
        return Path(CANARY)
    if hint is Any or hint is str:
        return CANARY
    if issubclass(hint, Enum):
        return next(iter(hint))
    return planted(hint)


def shown(value: Any) -> Iterator[str]:
    """What people may come to read of a value."""
    yield repr(value)
    yield str(value)
    yield f"{value} {value!r} {[value]} { ({'key': value}) }"
    yield _rich(value)
    for form in ("text", "json"):
        yield _logged(value, form)


def _rich(value: Any) -> str:
    stream = io.StringIO()
    Console(file=stream, width=10_000).print([value], value)
    return stream.getvalue()


def _logged(value: Any, form: str) -> str:
    """An error that has the value among its arguments and its local variables, as it is logged."""
    stream = io.StringIO()
    before, root = structlog.get_config(), logging.getLogger()
    handlers, level = list(root.handlers), root.level
    telemetry.set_up_log("debug", form, stream)
    try:
        log = structlog.get_logger()
        log.debug("a value", value=value, several=[value])
        try:
            _fail(value)
        except ValueError:
            log.exception("it failed", about=value)
    finally:
        structlog.configure(**before)
        root.handlers[:] = handlers
        root.setLevel(level)
    return stream.getvalue()


def need_discreet(kind: type[Any]) -> None:
    """Fail where any text of a value of this type shows what is in one of its fields."""
    for text in shown(planted(kind)):
        assert kind.__name__ in text
        for canary in (CANARY, str(NUMBER)):
            assert canary not in text, text


def _fail(local: Any) -> None:
    raise ValueError(local)
