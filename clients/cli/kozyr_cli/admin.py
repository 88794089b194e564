"""`kozyr admin`: what the host of a server sees and does, from a shell."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kozyr_cli import admin_tables
from kozyr_cli.admin_tables import heads, show, until, when
from kozyr_cli.errors import CommandError
from kozyr_cli.words import named, say

if TYPE_CHECKING:
    from rich.console import Console

    from kozyr_cli.admin_client import AdminClient

Why = Annotated[str, typer.Option("--why")]
Minutes = Annotated[float | None, typer.Option("--minutes", min=0.1)]
Player = Annotated[str, typer.Argument(metavar="PLAYER")]
Room = Annotated[str, typer.Argument(metavar="ROOM")]
Network = Annotated[str, typer.Argument(metavar="NETWORK")]


def build() -> typer.Typer:
    """The subcommands."""
    app = typer.Typer(rich_markup_mode=None)
    app.callback()(_place)
    for command in (status, reports, resolve, people, person, sanctions, mute, ban, lift, warn):
        app.command()(command)
    app.command("ban-range")(ban_range)
    app.command("lift-range")(lift_range)
    for place in (rooms, room, kick, close, hide, rules, announce, drain, audit):
        app.command()(place)
    return app


def _place(
    context: typer.Context,
    url: Annotated[str, typer.Option("--url", envvar="KOZYR_URL")] = "http://127.0.0.1:8080",
    token_file: Annotated[
        Path | None,
        typer.Option("--token-file"),
    ] = None,
    name: Annotated[str | None, typer.Option("--as")] = None,
) -> None:
    if context.resilient_parsing or "--help" in context.args:
        return
    # `kozyr --help` asks no server.
    from kozyr_cli import admin_client  # noqa: PLC0415

    environ = admin_client.environment()

    def client() -> admin_client.AdminClient:
        secret = admin_client.token(token_file, environ)
        return admin_client.AdminClient(url, secret, name or admin_client.own_name(environ))

    context.obj = client


def _client(context: typer.Context) -> "AdminClient":
    made: AdminClient = context.obj()
    return made


def _console() -> "Console":
    from rich.console import Console  # noqa: PLC0415 - `kozyr --help` needs none of this

    return Console(highlight=False)


# --- People


def status(context: typer.Context) -> None:
    """How many are there, and what waits for an admin."""
    found = _client(context).see()
    rules_now = found["rules"]
    rows = [
        (say("admin-row-version"), found["version"]),
        (say("admin-row-process"), found["process"]),
        (say("admin-row-online"), found["online"]),
        (say("admin-row-rooms"), found["rooms"]),
        (say("admin-row-open-reports"), found["open_reports"]),
        (say("admin-row-sanctions"), found["sanctions"]),
        (say("admin-row-lobby"), _lobby(rules_now)),
        (say("admin-row-slow"), say("admin-seconds", s=f"{rules_now.get('slow_s', 0):g}")),
        (say("admin-row-announcement"), rules_now.get("announcement", "")),
    ]
    show(_console(), ("", ""), rows)


def _lobby(rules_now: dict[str, Any]) -> str:
    return say("admin-read-only") if rules_now.get("read_only") else say("admin-open")


def reports(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all")] = False,
) -> None:
    """Reports, the newest first, with the chat around them."""
    query = {} if everything else {"open": "1"}
    found = _client(context).see("reports", **query)["reports"]
    console = _console()
    for each in found:
        admin_tables.report(console, each)
    if not found:
        console.print(say("admin-nothing"))


def resolve(
    context: typer.Context, report: Annotated[str, typer.Argument(metavar="REPORT")], why: Why = ""
) -> None:
    """Say that a report was dealt with."""
    _client(context).do("reports", report, "resolve", why=why)


def people(
    context: typer.Context,
    find: Annotated[str, typer.Argument(metavar="[NAME]")] = "",
) -> None:
    """Who is connected."""
    found = _client(context).see("people", find=find)["people"]
    rows = [
        (
            each["player"],
            each["name"],
            say("admin-is-claimed") if each.get("claimed") else "",
            named("admin-doing", each.get("doing", "lobby")),
            each.get("room", ""),
        )
        for each in found
    ]
    show(_console(), heads("player", "name", "", "doing", "room"), rows)


def person(
    context: typer.Context,
    who: Annotated[str, typer.Argument(metavar="PLAYER")],
) -> None:
    """One person, connected or not."""
    found = _client(context).see("people", who)
    rows: list[tuple[str, Any]] = [
        (say("admin-head-player"), found["player"]),
        (say("admin-head-name"), found["name"] or ""),
        (say("admin-row-claimed"), say("admin-yes") if found["claimed"] else say("admin-no")),
        (say("admin-row-tokens"), found["tokens"]),
    ]
    rows += [
        (named("admin-sanction", each["kind"]), f"{until(each['until_ms'])}: {each['reason']}")
        for each in found["sanctions"]
    ]
    show(_console(), ("", ""), rows)


def sanctions(context: typer.Context) -> None:
    """All sanctions that are in force."""
    found = _client(context).see("sanctions")["sanctions"]
    rows = [
        (named("admin-sanction", s["kind"]), s["whom"], until(s["until_ms"]), s["reason"], s["by"])
        for s in found
    ]
    show(_console(), heads("what", "whom", "until", "why", "by"), rows)


def mute(context: typer.Context, player: Player, minutes: Minutes = None, why: Why = "") -> None:
    """Let somebody write nothing."""
    _client(context).do("people", player, "punish", kind="mute", minutes=minutes, why=why)


def ban(context: typer.Context, player: Player, minutes: Minutes = None, why: Why = "") -> None:
    """Let somebody in no more; his connections end."""
    _client(context).do("people", player, "punish", kind="ban", minutes=minutes, why=why)


def lift(
    context: typer.Context,
    kind: Annotated[Literal["mute", "ban"], typer.Argument(metavar="mute|ban")],
    player: Player,
    why: Why = "",
) -> None:
    """End a sanction of somebody."""
    _client(context).do("people", player, "lift", kind=kind, why=why)


def warn(
    context: typer.Context, player: Player, text: Annotated[str, typer.Argument(metavar="TEXT")]
) -> None:
    """Say something to one person."""
    _client(context).do("people", player, "warn", text=text)


def ban_range(
    context: typer.Context, network: Network, minutes: Minutes = None, why: Why = ""
) -> None:
    """Let nobody in from an address or a range of them."""
    _client(context).do("ranges", network=network, minutes=minutes, why=why)


def lift_range(context: typer.Context, network: Network, why: Why = "") -> None:
    """Let them in again."""
    _client(context).do("ranges", "lift", network=network, why=why)


# --- Rooms, the lobby, the server


def rooms(context: typer.Context) -> None:
    """The public rooms."""
    found = _client(context).see("rooms")["rooms"]
    rows = [
        (
            r["room"],
            r["name"],
            r["preset"] or r["game"],
            f"{r['taken']}/{r['seats']}",
            named("admin-phase", r["phase"]),
        )
        for r in found
    ]
    show(_console(), heads("room", "name", "game", "seats", "phase"), rows)


def room(context: typer.Context, room: Room) -> None:
    """One room, public or not: its seats and its chat, never its cards."""
    found = _client(context).see("rooms", room)
    console = _console()
    about = f"{found['name']}, {found['preset'] or found['game']}, "
    about += named("admin-phase", found["phase"])
    console.print(admin_tables.plain(about))
    rows = [
        (
            s["seat"],
            s["name"] or (say("admin-bot") if s["bot"] else say("admin-free")),
            s["player"] or "",
        )
        for s in found["seats"]
    ]
    show(console, heads("seat", "name", "player"), rows)
    admin_tables.chat(console, found["chat"])


def kick(
    context: typer.Context,
    room: Room,
    seat: Annotated[int, typer.Argument(metavar="SEAT", min=0)],
    why: Why = "",
) -> None:
    """Send somebody out of a room, for good."""
    _client(context).do("rooms", room, "kick", seat=seat, why=why)


def close(context: typer.Context, room: Room, why: Why = "") -> None:
    """End a room; a game in play counts as abandoned."""
    _client(context).do("rooms", room, "close", why=why)


def hide(
    context: typer.Context,
    room: Annotated[str, typer.Argument(metavar="ROOM|lobby")],
    line: Annotated[int, typer.Argument(metavar="LINE", min=1)],
    why: Why = "",
) -> None:
    """Take a line of chat away."""
    path = ("lobby", "hide") if room == "lobby" else ("rooms", room, "hide")
    _client(context).do(*path, n=line, why=why)


def rules(
    context: typer.Context,
    read_only: Annotated[bool | None, typer.Option("--read-only/--open")] = None,
    slow_s: Annotated[
        float | None,
        typer.Option("--slow-s", min=0, max=3600),
    ] = None,
    why: Why = "",
) -> None:
    """Set the rules of the lobby; what is not named stays."""
    if read_only is None and slow_s is None:
        raise CommandError(say("admin-name-a-rule"))
    _client(context).do("lobby", "rules", read_only=read_only, slow_s=slow_s, why=why)


def announce(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT")],
    keep: Annotated[bool, typer.Option("--keep")] = False,
) -> None:
    """Say something to all who are connected."""
    _client(context).do("announce", text=text, keep=keep)


def drain(
    context: typer.Context,
    process: Annotated[str, typer.Argument(metavar="[PROCESS]")] = "",
    off: Annotated[bool, typer.Option("--off")] = False,
    why: Why = "",
) -> None:
    """Send the clients of a process elsewhere; it takes nobody in."""
    _client(context).do("drain", process=process, on=not off, why=why)


def audit(context: typer.Context) -> None:
    """What admins and the hosts of rooms did, the newest first."""
    acts = _client(context).see("audit")["acts"]
    rows = [
        (when(a["at_ms"]), *_doer_and_target(a, named("admin-act", a["what"])), a["why"])
        for a in acts
    ]
    show(_console(), heads("when", "who", "what", "target", "why"), rows)


def _doer_and_target(act: dict[str, Any], what: str) -> tuple[str, str, str]:
    """A host of a room is never shown as an admin, whatever he calls himself."""
    host = act.get("host")
    if host is None:
        return act["admin"], what, act["target"]
    target = say("admin-host-target", target=act["target"], player=host)
    return say("admin-host", name=act["admin"]), what, target
