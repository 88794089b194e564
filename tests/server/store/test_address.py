"""URLs, `kozyr_server.store.address`."""

import pytest

from kozyr_server.store import address
from kozyr_server.store.errors import StoreUrlError


def test_urls_are_taken_apart() -> None:
    plain = address.parse("redis://127.0.0.1:7000/2")
    assert (plain.place, plain.path, plain.db, plain.tls) == ("127.0.0.1:7000", None, 2, None)
    unix = address.parse("unix:///tmp/a%20b.sock?db=1")
    assert (unix.place, unix.path, unix.db) == ("/tmp/a b.sock", "/tmp/a b.sock", 1)
    assert address.parse("redis://").place == "localhost:6379"


def test_tls_is_verified_unless_told_otherwise() -> None:
    strict = address.parse("rediss://store.example").tls
    assert strict is not None
    assert strict.check_hostname
    loose = address.parse("rediss://store.example?ssl_cert_reqs=none").tls
    assert loose is not None
    assert not loose.check_hostname


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:6379",
        "http://user:secret@localhost",
        "redis://:secret@localhost:port",
        "redis://:secret@localhost:99999",
        "redis://:secret@localhost/0?no_such=1",
        "redis://:secret@localhost?db=x",
        "unix://:secret@",
        "rediss://:secret@localhost?ssl_ca_certs=/no/such/file",
    ],
)
def test_bad_url_is_one_sentence_without_the_url(url: str) -> None:
    with pytest.raises(StoreUrlError) as caught:
        address.parse(url)
    text = str(caught.value)
    assert text.startswith("the URL of the store cannot be used: ")
    assert "secret" not in text
    assert "\n" not in text


def test_text_form_has_no_secret() -> None:
    assert "secret" not in repr(address.parse("redis://user:secret@localhost"))
