import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kozyr_server.store.data_folder import DataFolder, StoreRecord
from kozyr_server.store.errors import DataFolderBusyError, DataFolderError, OrphanStoreError
from kozyr_testing.waiting import until

STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True)"

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


@contextmanager
def holder(fd: int | None) -> Iterator[subprocess.Popen[bytes]]:
    """A process that ignores SIGTERM and holds a descriptor."""
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", f"{STUBBORN}; signal.pause()"],
        stdout=subprocess.PIPE,
        pass_fds=() if fd is None else (fd,),
    )
    try:
        assert process.stdout is not None
        with process.stdout as stdout:
            assert stdout.readline() == b"1\n"
            yield process
    finally:
        process.kill()
        process.wait()


async def test_a_folder_is_held_until_it_is_closed(tmp_path: Path) -> None:
    folder = DataFolder.open(tmp_path / "a" / "b")
    with pytest.raises(DataFolderBusyError) as caught:
        DataFolder.open(tmp_path / "a" / "b")
    assert (caught.value.folder, caught.value.pid) == (tmp_path / "a" / "b", os.getpid())
    folder.close()
    DataFolder.open(tmp_path / "a" / "b").close()


async def test_no_pid_is_named_before_it_is_written(tmp_path: Path) -> None:
    folder = DataFolder.open(tmp_path)
    (tmp_path / "kozyr.lock").write_text("")
    with pytest.raises(DataFolderBusyError, match="in use by another server"):
        DataFolder.open(tmp_path)
    folder.close()


@linux_only
async def test_an_orphan_that_ignores_all_requests_is_killed(tmp_path: Path) -> None:
    folder = DataFolder.open(tmp_path)
    with holder(await folder.claim_store()) as orphan:
        folder.write_record(StoreRecord(str(tmp_path / "none"), orphan.pid))
        folder.close()
        folder = DataFolder.open(tmp_path)
        await folder.claim_store(patience_s=0.05)
        await until(lambda: orphan.poll() == -9)
    folder.close()


async def test_a_process_that_does_not_hold_the_lock_is_left_alone(tmp_path: Path) -> None:
    folder = DataFolder.open(tmp_path)
    with holder(await folder.claim_store()) as orphan, holder(None) as bystander:
        folder.write_record(StoreRecord(str(tmp_path / "none"), bystander.pid))
        folder.close()
        folder = DataFolder.open(tmp_path)
        with pytest.raises(OrphanStoreError, match=f"last known pid {bystander.pid}"):
            await folder.claim_store(patience_s=0.05)
        assert (orphan.poll(), bystander.poll()) == (None, None)
    folder.close()


async def test_a_server_with_the_number_of_the_old_store_does_not_end_itself(
    tmp_path: Path,
) -> None:
    folder = DataFolder.open(tmp_path)
    with holder(await folder.claim_store()):
        folder.write_record(StoreRecord(str(tmp_path / "none"), os.getpid()))
        folder.close()
        folder = DataFolder.open(tmp_path)
        with pytest.raises(OrphanStoreError):
            await folder.claim_store(patience_s=0.05)
    folder.close()


async def test_a_broken_record_is_no_record(tmp_path: Path) -> None:
    (tmp_path / "store.json").write_text('{"socket": 3')
    folder = DataFolder.open(tmp_path)
    await folder.claim_store()
    folder.close()


async def test_only_a_socket_folder_of_ours_is_tidied(tmp_path: Path) -> None:
    for name in ("kozyr-old", "precious"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "store.sock").touch()
        folder = DataFolder.open(tmp_path / "data")
        folder.write_record(StoreRecord(str(tmp_path / name / "store.sock"), 1))
        await folder.claim_store()
        folder.close()
    assert not (tmp_path / "kozyr-old").exists()
    assert (tmp_path / "precious" / "store.sock").exists()


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    sealed = tmp_path / "sealed"
    sealed.mkdir(mode=0o500)
    if os.geteuid() == 0:
        # For root only the kernel's own folders are sealed.
        sealed = Path("/proc/self")
    with pytest.raises(DataFolderError, match=f"the data folder {sealed} cannot be used: "):
        DataFolder.open(sealed)


def test_a_folder_of_somebody_else_is_left_as_it_is(tmp_path: Path) -> None:
    for name in ("thesis.txt", "Music", "a.py", "zoo", ".profile", "lost+found"):
        (tmp_path / name).touch()
    with pytest.raises(DataFolderError) as caught:
        DataFolder.open(tmp_path)
    assert str(caught.value) == (
        f"the data folder {tmp_path} cannot be used: it is no server's and not empty, it holds "
        "Music, a.py, thesis.txt, …; name another with --data"
    )
    assert not (tmp_path / "kozyr.lock").exists()


@pytest.mark.parametrize("name", [".cache", "lost+found", "kozyr.toml", "archive"])
def test_a_new_folder_may_have_this_in_it(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    DataFolder.open(tmp_path).close()
    # From then on it is a server's, and its host may lay beside what he likes.
    (tmp_path / "notes.txt").touch()
    DataFolder.open(tmp_path).close()


def test_a_path_that_is_too_long_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataFolderError, match="File name too long"):
        DataFolder.open(tmp_path / ("x" * 300))
