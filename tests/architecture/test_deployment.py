"""The files for hosts fit each other and this version (`server/deploy`, `docker-compose.yml`)."""

import re
import shutil
import subprocess
from configparser import RawConfigParser
from ipaddress import ip_address, ip_network
from itertools import pairwise
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from kozyr_cli.commands import build
from kozyr_protocol import limits
from kozyr_server.moderation.admin_token import path_of
from kozyr_server.settings import OPTIONS, Settings, load
from kozyr_server.store.memory import MIN_MB
from kozyr_testing.nginx import NGINX, checked, configured
from kozyr_testing.project import ROOT

DEPLOY = ROOT / "server/deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SITES = sorted((DEPLOY / "nginx").glob("*.conf"))
COMPOSE = YAML(typ="safe").load((ROOT / "docker-compose.yml").read_text("utf-8"))

FLAGS = {option.flag for option in OPTIONS} | {"--config", "--keep"}


def _unit(path: Path) -> RawConfigParser:
    parser = RawConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # as its documents say
    parser.read_string(path.read_text("utf-8"))
    return parser


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_units_call_commands_that_exist(path: Path) -> None:
    unit = _unit(path)
    assert set(unit.sections()) <= {"Unit", "Service", "Timer", "Install"}
    assert unit["Unit"]["Description"]
    if path.suffix == ".timer":
        assert path.with_suffix(".service") in UNITS
        return
    program, command, *arguments = unit["Service"]["ExecStart"].split()
    assert program == "/opt/kozyr/bin/kozyr"
    assert command in {found.name for found in build().registered_commands}
    assert {each for each in arguments if each.startswith("--")} <= FLAGS
    assert unit["Service"]["User"] == "kozyr"
    assert unit["Service"]["NoNewPrivileges"] == "yes"


def test_the_service_waits_for_its_clients_and_its_store() -> None:
    service = _unit(DEPLOY / "systemd/kozyr.service")["Service"]
    assert service["KillMode"] == "mixed"
    assert int(service["TimeoutStopSec"]) > Settings().drain_s + 10 + 5
    assert int(service["LimitNOFILE"]) > 2 * Settings().max_connections
    # A store of the host's own may take longer to come up than systemd tries by itself.
    assert _unit(DEPLOY / "systemd/kozyr.service")["Unit"]["StartLimitIntervalSec"] == "0"
    # Both find the socket of the store in the same place.
    backup = _unit(DEPLOY / "systemd/kozyr-backup.service")["Service"]
    assert service["Environment"] == backup["Environment"] == "TMPDIR=/run/kozyr"


def test_units_and_images_give_the_memory_of_hashes_back() -> None:
    threshold = "MALLOC_MMAP_THRESHOLD_=1048576"
    unit = (DEPLOY / "systemd/kozyr.service").read_text("utf-8")
    assert f"\nEnvironment={threshold}\n" in unit
    assert threshold in (ROOT / "server/Dockerfile").read_text("utf-8")


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_understands_the_units(path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        # Parsed above all the same.
        return
    done = subprocess.run(
        [program, "verify", "--man=no", str(path)], capture_output=True, text=True, check=False
    )
    # The program of the unit is not installed where it is checked.
    known = ("is not executable", "No such file or directory", "Failed to prepare", "Unit kozyr")
    wrong = [line for line in done.stderr.splitlines() if not any(word in line for word in known)]
    assert not [line for line in wrong if path.name in line], done.stderr


@pytest.mark.parametrize("path", SITES, ids=lambda path: path.name)
def test_sites_pass_sockets_on_and_keep_figures_inside(path: Path) -> None:
    text = re.sub(r"#.*", "", path.read_text("utf-8"))
    assert text.count("{") == text.count("}")
    for needed in ("Upgrade $http_upgrade", "X-Forwarded-For $proxy_add_x_forwarded_for"):
        assert needed in text
    for private in ("/metrics", "/readyz"):
        assert re.search(rf"location = {private} \{{\s*deny all;", text)
    (socket,) = re.findall(r"location = /ws \{(.*?)\}", text, re.DOTALL)
    # nginx must not give up a quiet client before the server does.
    (patience_s,) = re.findall(r"proxy_read_timeout (\d+)s", socket)
    assert int(patience_s) > Settings().gone_after_s


def test_the_site_of_one_machine_is_there_over_ipv6_too() -> None:
    text = (DEPLOY / "nginx/kozyr.conf").read_text("utf-8")
    # A name with an AAAA record is tried over IPv6 first, by browsers and by Let's Encrypt.
    for port in ("80", "443 ssl"):
        assert text.count(f"listen {port};") == text.count(f"listen [::]:{port};") == 1


@pytest.mark.parametrize("path", SITES, ids=lambda path: path.name)
def test_sites_set_a_pace_that_leaves_people_alone(path: Path) -> None:
    text = re.sub(r"#.*", "", path.read_text("utf-8"))
    assert set(re.findall(r"limit_(?:conn|req)_status +(\d+);", text)) == {"429"}
    assert set(re.findall(r"limit_(?:conn|req)_log_level +(\w+);", text)) == {"info"}
    (most,) = re.findall(r"limit_conn kozyr_connections (\d+);", text)
    # kozyr says why, before nginx turns away without a word.
    assert int(most) > Settings().connections_per_address
    rates = dict(re.findall(r"limit_req_zone .* zone=(\w+):\w+ rate=(\d+)r/s;", text))
    bursts = dict(re.findall(r"limit_req +zone=(\w+) burst=(\d+) nodelay;", text))
    assert set(rates) == set(bursts) == {"kozyr_sockets", "kozyr_pages"}
    (socket,) = re.findall(r"location = /ws \{(.*?)\}", text, re.DOTALL)
    assert "zone=kozyr_sockets" in socket
    # A server restarts, and at each of three browsers behind one address 32 tabs come back at once.
    assert int(bursts["kozyr_sockets"]) >= 3 * limits.MAX_ROOMS
    # What is asked of /api/v1 has a bound in kozyr, which is the closer one.
    assert int(rates["kozyr_pages"]) >= Settings().api_address_per_s


def test_both_sites_are_the_same_but_for_tls_and_names() -> None:
    def common(path: Path) -> list[str]:
        text = re.sub(r" *#.*", "", path.read_text("utf-8"))
        pace = text[text.index("map ") : text.index("upstream ")]
        served = text[text.index("    client_max_body_size") :]
        return [line for line in (pace + served).splitlines() if line.strip()]

    first, second = SITES
    assert common(first) == common(second)


@pytest.mark.parametrize("path", SITES, ids=lambda path: path.name)
def test_nginx_understands_the_sites(path: Path, tmp_path: Path) -> None:
    if NGINX is None:
        # Read above all the same, and run in CI.
        return
    checked(configured(path, tmp_path, port=8080, upstreams=("127.0.0.1:8081",)))


def test_compose_mounts_what_is_there() -> None:
    mounts = [
        mount
        for service in COMPOSE["services"].values()
        for mount in service.get("volumes", ())
        if mount.startswith(".")
    ]
    assert len(mounts) == 4
    for mount in mounts:
        assert (ROOT / mount.partition(":")[0]).exists(), mount
    named = {
        mount.partition(":")[0]
        for service in COMPOSE["services"].values()
        for mount in service.get("volumes", ())
        if not mount.startswith(".")
    }
    assert named == set(COMPOSE["volumes"])


def _fixed_addresses() -> dict[str, str]:
    return {
        name: service["networks"]["default"]["ipv4_address"]
        for name, service in COMPOSE["services"].items()
        if "networks" in service
    }


def test_fixed_addresses_of_compose_are_nobody_elses() -> None:
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    addresses = _fixed_addresses()
    assert set(addresses) == {"nginx", "server-1", "server-2"}
    fixed = {ip_address(each) for each in (*addresses.values(), network["gateway"])}
    assert len(fixed) == 4
    for each in fixed:
        assert each in ip_network(network["subnet"])
        assert each not in ip_network(network["ip_range"])
    assert ip_network(network["ip_range"]).subnet_of(ip_network(network["subnet"]))  # type: ignore[arg-type]  # both are of IPv4


def test_compose_has_admins_whose_token_is_a_secret() -> None:
    ((name, secret),) = COMPOSE["secrets"].items()
    for server in ("server-1", "server-2"):
        service = COMPOSE["services"][server]
        assert service["secrets"] == [name]
        settings = load({}, service["environment"])
        assert path_of(settings) == Path("/run/secrets") / name
    # It is made by hand: neither the project nor the image has it.
    file = secret["file"].removeprefix("./")
    assert file in (ROOT / ".gitignore").read_text("utf-8").split()
    assert f"> {file} &&" in (ROOT / "docker-compose.yml").read_text("utf-8")
    assert f"> {file}" in (ROOT / "server/LOBBY.md").read_text("utf-8")
    (user,) = re.findall(
        r"^USER (\d+)$", (ROOT / "server/Dockerfile").read_text("utf-8"), re.MULTILINE
    )
    assert f"chown {user} {file}" in (ROOT / "server/LOBBY.md").read_text("utf-8")


def test_the_store_of_compose_has_a_bound_and_evicts_nothing() -> None:
    command = COMPOSE["services"]["valkey"]["command"]
    set_to = dict(pairwise(command))
    assert int(set_to["--maxmemory"].removesuffix("mb")) >= MIN_MB
    assert set_to["--maxmemory-policy"] == "noeviction"


def test_compose_sets_what_can_be_set() -> None:
    addresses = _fixed_addresses()
    for name in ("server-1", "server-2"):
        service = COMPOSE["services"][name]
        known = {option.variable for option in OPTIONS}
        assert set(service["environment"]) <= known
        settings = load({}, service["environment"])
        # nobody but nginx is believed, and it is always there.
        assert settings.trusted_proxies == addresses["nginx"]
        assert int(service["stop_grace_period"].rstrip("s")) > settings.drain_s + 10
        assert {word for word in service["command"] if word.startswith("--")} <= FLAGS
    # Nothing that shows the store or the figures is open to the world.
    for name, service in COMPOSE["services"].items():
        for port in service.get("ports", ()):
            assert name == "nginx" or port.startswith("127.0.0.1:"), (name, port)


def test_the_example_site_and_the_service_fit_the_lobby_page() -> None:
    page = (ROOT / "server/LOBBY.md").read_text("utf-8")
    for path in (*UNITS, DEPLOY / "nginx/kozyr.conf"):
        assert path.name in page, f"{path.name} is not used in server/LOBBY.md"
