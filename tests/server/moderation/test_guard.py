"""Who may use the admins' interface (`kozyr_server.moderation.guard`)."""

from pathlib import Path

import httpx
import pytest
from prometheus_client import CollectorRegistry, generate_latest
from starlette.requests import Request

from kozyr_server.moderation.guard import Guard, Refusal
from kozyr_server.moderation.moderator import Admin
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.limits import Rate
from kozyr_testing.admins import API, administered

TOKEN = "a-token-of-admins-in-tests"


def _guard(token: str | None = TOKEN, rate: Rate | None = None) -> tuple[Guard, CollectorRegistry]:
    metrics = Metrics()
    guard = Guard(token, rate or Rate(0.0, 1), lambda: 0.0, metrics.admin_requests)
    return guard, metrics.registry


def _request(method: str = "GET", **headers: str) -> Request:
    given = {"host": "cards.example", "authorization": f"Bearer {TOKEN}"}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    packed = [(name.encode(), value.encode()) for name, value in given.items()]
    return Request({"type": "http", "method": method, "headers": packed, "path": API})


def _code(guard: Guard, request: Request) -> str:
    found = guard.look(request)
    return found.code if isinstance(found, Refusal) else "done"


def test_who_knows_the_token_is_who_he_says() -> None:
    guard, _ = _guard()
    assert guard.look(_request()) == Admin("admin")
    assert guard.look(_request(x_kozyr_admin="Рита")) == Admin("Рита")
    assert guard.look(_request(x_kozyr_admin=" \x07" + "x" * 99)) == Admin("x" * 32)


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"authorization": ""}, "wrong_token"),
        ({"authorization": f"Basic {TOKEN}"}, "wrong_token"),
        ({"authorization": f"Bearer {TOKEN}x"}, "wrong_token"),
        ({"authorization": "Bearer ключ"}, "wrong_token"),
        ({"origin": "https://evil.example"}, "other_origin"),
        ({"origin": "null"}, "other_origin"),
        ({"sec_fetch_site": "cross-site"}, "other_origin"),
        ({"sec_fetch_site": "same-site"}, "other_origin"),
        ({"origin": "https://cards.example", "sec_fetch_site": "same-origin"}, "done"),
    ],
)
def test_all_others_are_refused(headers: dict[str, str], code: str) -> None:
    guard, registry = _guard()
    assert _code(guard, _request(**headers)) == code
    shown = generate_latest(registry).decode()
    assert f'kozyr_admin_requests_total{{outcome="{code}"}} 1.0' in shown
    assert TOKEN not in shown + repr(guard.look(_request(**headers)))


def test_a_form_of_a_page_is_no_request() -> None:
    guard, _ = _guard()
    kind = "application/x-www-form-urlencoded"
    assert _code(guard, _request("POST", content_type=kind)) == "malformed"
    assert _code(guard, _request("POST", content_type="application/json")) == "done"


def test_without_a_token_there_are_no_admins() -> None:
    guard, _ = _guard(token=None)
    assert _code(guard, _request(authorization="Bearer ")) == "no_admins"


def test_a_token_cannot_be_guessed_and_guesses_keep_no_admin_waiting() -> None:
    guard, _ = _guard()
    wrong = _request(authorization="Bearer wrong")
    codes = [_code(guard, wrong) for _ in range(8)]
    assert codes == ["wrong_token"] * 5 + ["too_fast"] * 3
    assert _code(guard, _request()) == "done"


def test_requests_have_a_rate() -> None:
    guard, _ = _guard(rate=Rate(1.0, 3))
    assert [_code(guard, _request()) for _ in range(4)] == ["done"] * 3 + ["too_fast"]


async def test_answers_are_kept_by_nobody_and_read_by_no_other_origin(tmp_path: Path) -> None:
    async with administered(tmp_path, 1) as ((server,), (admin,)):
        answer = await admin.client.get(API)
        assert answer.headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in answer.headers
        asked = await admin.client.post(f"{API}/announce", json={"texts": "x"})
        assert (asked.status_code, asked.json()["code"]) == (400, "malformed")
        assert (await admin.client.get(f"{API}/announce")).status_code == 405
        async with httpx.AsyncClient(base_url=server.url, trust_env=False) as stranger:
            answer = await stranger.get(API)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
