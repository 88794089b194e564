"""What the embedded store may take, `kozyr_server.store.memory`."""

from pathlib import Path

import pytest

from kozyr_server.store.memory import MIB, bound_bytes, machine_bytes

NOWHERE = Path("/nowhere")


@pytest.mark.parametrize(
    ("asked_mb", "machine_mb", "bound_mb"),
    [(0, 1024, 512), (0, 100, 64), (300, 1024, 300), (1, 1024, 64), (4096, 1024, 4096)],
)
def test_half_of_the_machine_unless_set_and_never_too_little(
    asked_mb: int, machine_mb: int, bound_mb: int
) -> None:
    assert bound_bytes(asked_mb, machine_mb * MIB) == bound_mb * MIB


def test_the_machine_is_asked_for_its_memory() -> None:
    assert 128 * MIB < bound_bytes(0) == machine_bytes() // 2
    assert machine_bytes(NOWHERE, NOWHERE) >= machine_bytes()


def written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize(
    ("groups", "files", "bound_mb"),
    [
        ("0::/system.slice/kozyr.service\n", {"system.slice/kozyr.service/memory.max": 90}, 90),
        ("0::/system.slice/kozyr.service\n", {"system.slice/memory.max": 80}, 80),
        ("0::/of/the/host\n", {"memory.max": 70}, 70),
        ("5:cpu:/x\n4:memory:/box\n", {"memory/box/memory.limit_in_bytes": 60}, 60),
        ("0::/a\n", {"a/memory.max": 50, "memory.max": 40}, 40),
    ],
)
def test_a_control_group_bounds_it(
    tmp_path: Path, groups: str, files: dict[str, int], bound_mb: int
) -> None:
    written(tmp_path / "own", groups)
    for name, mb in files.items():
        written(tmp_path / "fs" / name, f"{mb * MIB}\n")
    assert machine_bytes(tmp_path / "fs", tmp_path / "own") == bound_mb * MIB


@pytest.mark.parametrize("text", ["max\n", f"{2**63 - 4096}\n", "", "0\n", "what\n"])
def test_a_group_without_a_bound_is_none(tmp_path: Path, text: str) -> None:
    written(tmp_path / "own", "0::/a\n")
    written(tmp_path / "fs/a/memory.max", text)
    assert machine_bytes(tmp_path / "fs", tmp_path / "own") == machine_bytes(NOWHERE, NOWHERE)
