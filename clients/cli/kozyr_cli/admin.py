"""`kozyr admin`: what the host of a server sees and does, from a shell."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kozyr_cli import admin_tables
from kozyr_cli.admin_tables import show, until, when
from kozyr_cli.errors import CommandError

if TYPE_CHECKING:
    from rich.console import Console

    from kozyr_cli.admin_client import AdminClient

Why = Annotated[str, typer.Option("--why", help="Noted down; of a sanction, told to the person.")]
Minutes = Annotated[
    float | None, typer.Option("--minutes", min=0.1, help="How long; else until it is lifted.")
]
Player = Annotated[str, typer.Argument(help="His id, as in `people`.", metavar="PLAYER")]
Room = Annotated[str, typer.Argument(metavar="ROOM")]
Network = Annotated[str, typer.Argument(metavar="NETWORK", help="203.0.113.7 or 203.0.113.0/24.")]


def build() -> typer.Typer:
    """The subcommands."""
    app = typer.Typer(help="See and moderate a server.", rich_markup_mode=None)
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
    url: Annotated[
        str, typer.Option("--url", envvar="KOZYR_URL", help="The server.")
    ] = "http://127.0.0.1:8080",
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file", help="File with the token; else KOZYR_ADMIN_TOKEN, or data/admin-token."
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--as", help="How the log calls you; else your login.")
    ] = None,
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
        ("version", found["version"]),
        ("process", found["process"]),
        ("online", found["online"]),
        ("rooms", found["rooms"]),
        ("open reports", found["open_reports"]),
        ("sanctions", found["sanctions"]),
        ("lobby", "read-only" if rules_now.get("read_only") else "open"),
        ("slow mode", f"{rules_now.get('slow_s', 0):g} s"),
        ("announcement", rules_now.get("announcement", "")),
    ]
    show(_console(), ("", ""), rows)


def reports(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Those dealt with, too.")] = False,
) -> None:
    """Reports, the newest first, with the chat around them."""
    query = {} if everything else {"open": "1"}
    found = _client(context).see("reports", **query)["reports"]
    console = _console()
    for each in found:
        admin_tables.report(console, each)
    if not found:
        console.print("nothing here")


def resolve(
    context: typer.Context, report: Annotated[str, typer.Argument(metavar="REPORT")], why: Why = ""
) -> None:
    """Say that a report was dealt with."""
    _client(context).do("reports", report, "resolve", why=why)


def people(
    context: typer.Context,
    find: Annotated[str, typer.Argument(metavar="[NAME]", help="A part of the name.")] = "",
) -> None:
    """Who is connected."""
    found = _client(context).see("people", find=find)["people"]
    rows = [
        (
            each["player"],
            each["name"],
            "claimed" if each.get("claimed") else "",
            each.get("doing", "lobby"),
            each.get("room", ""),
        )
        for each in found
    ]
    show(_console(), ("player", "name", "", "doing", "room"), rows)


def person(
    context: typer.Context,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="His id, or his claimed name.")],
) -> None:
    """One person, connected or not."""
    found = _client(context).see("people", who)
    rows: list[tuple[str, Any]] = [
        ("player", found["player"]),
        ("name", found["name"] or ""),
        ("claimed", "yes" if found["claimed"] else "no"),
        ("tokens", found["tokens"]),
    ]
    rows += [
        (each["kind"], f"{until(each['until_ms'])}: {each['reason']}")
        for each in found["sanctions"]
    ]
    show(_console(), ("", ""), rows)


def sanctions(context: typer.Context) -> None:
    """All sanctions that are in force."""
    found = _client(context).see("sanctions")["sanctions"]
    rows = [(s["kind"], s["whom"], until(s["until_ms"]), s["reason"], s["by"]) for s in found]
    show(_console(), ("what", "whom", "until", "why", "by"), rows)


def mute(context: typer.Context, player: Player, minutes: Minutes = None, why: Why = "") -> None:
    """Let somebody write nothing."""
    _client(context).do("people", player, "punish", kind="mute", minutes=minutes, why=why)


def ban(context: typer.Context, player: Player, minutes: Minutes = None, why: Why = "") -> None:
    """Let somebody in no more; his connections end."""
    _client(context).do("people", player, "punish", kind="ban", minutes=minutes, why=why)


def lift(
    context: typer.Context,
    kind: Annotated[str, typer.Argument(metavar="mute|ban")],
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
        (r["room"], r["name"], r["preset"] or r["game"], f"{r['taken']}/{r['seats']}", r["phase"])
        for r in found
    ]
    show(_console(), ("room", "name", "game", "seats", "phase"), rows)


def room(context: typer.Context, room: Room) -> None:
    """One room, public or not: its seats and its chat, never its cards."""
    found = _client(context).see("rooms", room)
    console = _console()
    about = f"{found['name']}, {found['preset'] or found['game']}, {found['phase']}"
    console.print(admin_tables.plain(about))
    rows = [
        (s["seat"], s["name"] or ("bot" if s["bot"] else "free"), s["player"] or "")
        for s in found["seats"]
    ]
    show(console, ("seat", "name", "player"), rows)
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
    read_only: Annotated[
        bool | None, typer.Option("--read-only/--open", help="Who may write in the lobby.")
    ] = None,
    slow_s: Annotated[
        float | None,
        typer.Option("--slow-s", min=0, max=3600, help="Seconds between two lines of one person."),
    ] = None,
    why: Why = "",
) -> None:
    """Set the rules of the lobby; what is not named stays."""
    if read_only is None and slow_s is None:
        raise CommandError("name --read-only, --open or --slow-s")
    _client(context).do("lobby", "rules", read_only=read_only, slow_s=slow_s, why=why)


def announce(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Empty: take it back.")],
    keep: Annotated[
        bool, typer.Option("--keep", help="Show it in the lobby to those who come later.")
    ] = False,
) -> None:
    """Say something to all who are connected."""
    _client(context).do("announce", text=text, keep=keep)


def drain(
    context: typer.Context,
    process: Annotated[
        str, typer.Argument(metavar="[PROCESS]", help="As in `status`; else all.")
    ] = "",
    off: Annotated[bool, typer.Option("--off", help="Take people in again.")] = False,
    why: Why = "",
) -> None:
    """Send the clients of a process elsewhere; it takes nobody in."""
    _client(context).do("drain", process=process, on=not off, why=why)


def audit(context: typer.Context) -> None:
    """What admins did, the newest first."""
    acts = _client(context).see("audit")["acts"]
    rows = [(when(a["at_ms"]), a["admin"], a["what"], a["target"], a["why"]) for a in acts]
    show(_console(), ("when", "who", "what", "of whom or what", "why"), rows)
