"""Sockets to listen on (`kozyr_server.running.listening`)."""

import asyncio
import resource
import socket
import sys
from contextlib import closing, suppress
from itertools import chain

import pytest

from kozyr_server.running import listening
from kozyr_server.running.listening import ListenError
from kozyr_testing.waiting import until


def test_a_free_port_is_found_and_shown() -> None:
    (sock,) = listening.listen("127.0.0.1", 0)
    with closing(sock):
        port = sock.getsockname()[1]
        assert listening.url("127.0.0.1", [sock]) == f"http://127.0.0.1:{port}"
        assert listening.url("0.0.0.0", [sock]) == f"http://127.0.0.1:{port}"
        assert listening.url("::", [sock]) == f"http://[::1]:{port}"
        assert listening.url("::1", [sock]) == f"http://[::1]:{port}"
        with socket.create_connection(("127.0.0.1", port)) as client:
            assert client.getpeername()[1] == port


@pytest.mark.parametrize("workers", [1, 2])
def test_a_port_in_use_is_one_line(workers: int) -> None:
    sockets = listening.listen_apart("127.0.0.1", 0, workers)
    try:
        port = sockets[0][0].getsockname()[1]
        for others in (1, 2):
            with pytest.raises(ListenError) as caught:
                listening.listen_apart("127.0.0.1", port, others)
            assert str(caught.value) == (
                f"--port: {port} is in use on 127.0.0.1: choose another, or 0 for any free one"
            )
    finally:
        for sock in set(chain.from_iterable(sockets)):
            sock.close()


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host", "x" * 300])
def test_a_host_that_is_not_this_machine_is_one_line(host: str) -> None:
    with pytest.raises(ListenError) as caught:
        listening.listen(host, 0)
    assert str(caught.value) == f"--host: {host!r} is no address of this machine"


def test_workers_share_a_port_and_the_system_spreads_connections() -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux spreads them")
    apart = listening.listen_apart("127.0.0.1", 0, 2)
    clients = []
    try:
        (first,), (second,) = apart
        assert first.getsockname() == second.getsockname()
        clients = [socket.create_connection(first.getsockname()) for _ in range(64)]
        taken = []
        for sock in (first, second):
            taken.append(0)
            with suppress(BlockingIOError):
                while True:
                    sock.accept()[0].close()
                    taken[-1] += 1
        assert sum(taken) == 64
        assert min(taken) > 10
    finally:
        for sock in (*clients, *chain.from_iterable(apart)):
            sock.close()


async def test_a_small_frame_does_not_wait_for_the_one_before() -> None:
    (sock,) = listening.listen("127.0.0.1", 0)
    accepted: list[int] = []

    class Accepting(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            taken = transport.get_extra_info("socket")
            accepted.append(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    server = await asyncio.get_running_loop().create_server(Accepting, sock=sock)
    with socket.create_connection(sock.getsockname()):
        await until(lambda: bool(accepted))
    server.close()
    assert accepted == [1]


def test_the_file_limit_is_what_the_system_allows() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        listening.raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
