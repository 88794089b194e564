"""Programs of Node in tests: npm's packages installed, and what they say."""

import asyncio
import fcntl
import os
import shutil
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path
from typing import Final

import kozyr_server
from kozyr_testing.project import ROOT

CLIENTS: Final = ROOT / "clients"
INSTALLED: Final = CLIENTS / "node_modules/.installed"
"""Written by `make`, too, when it has installed the packages."""

STATIC: Final = Path(kozyr_server.__file__).parent / "static"
"""The built web client, as the server finds it."""

INSTALL_S: Final = 300.0

# Node and npm lie beside this Python; whatever else is on PATH comes after.
ENVIRONMENT: Final = {
    **os.environ,
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))),
    "NO_COLOR": "1",
}


async def run(*command: str, folder: Path = CLIENTS, within_s: float = 60.0) -> str:
    """Run a program to its end and give what it said; it has to succeed.

    Args:
        command: its name and arguments.
        folder: where it runs.
        within_s: how long it may take.
    """
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=ENVIRONMENT, stdout=PIPE, stderr=STDOUT
    )
    try:
        async with asyncio.timeout(within_s):
            output, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    said = output.decode()
    assert process.returncode == 0, f"{' '.join(command)}:\n{said[-6000:]}"
    return said


async def install() -> None:
    """Install npm's packages, where `make` has not done so already.

    Several tests may ask at the same time; one of them does it.
    """
    lock = CLIENTS / "package-lock.json"
    with (ROOT / "clients/package.json").open() as held:
        await asyncio.to_thread(fcntl.flock, held, fcntl.LOCK_EX)
        if INSTALLED.exists() and INSTALLED.stat().st_mtime >= lock.stat().st_mtime:
            return
        await run("npm", "ci", "--ignore-scripts", "--no-fund", "--no-audit", within_s=INSTALL_S)
        INSTALLED.touch()


async def build(package: str) -> Path:
    """Build a package of npm's workspace, where its sources have changed; its folder."""
    folder = CLIENTS / package
    await install()
    target = folder / "dist/index.js"
    sources = [each.stat().st_mtime for each in (folder / "src").rglob("*.ts")]
    if not target.exists() or target.stat().st_mtime <= max(sources):
        await run("npm", "run", "--silent", "build", folder=folder)
    return folder


async def build_web() -> None:
    """Build the web client into its place, where its sources have changed since `make web`."""
    await install()
    with (CLIENTS / "web/package.json").open() as held:
        await asyncio.to_thread(fcntl.flock, held, fcntl.LOCK_EX)
        target = STATIC / "index.html"
        folders = (CLIENTS / "web/src", CLIENTS / "web/public", CLIENTS / "typescript/src")
        sources = [
            each.stat().st_mtime
            for folder in folders
            for each in folder.rglob("*.*")
            if ".test." not in each.name
        ]
        if target.exists() and target.stat().st_mtime >= max(sources):
            return
        made = ROOT / "build/web-of-tests"
        where = ("--logLevel", "warn", "--emptyOutDir", "--outDir", str(made))
        await run("npm", "run", "--silent", "build", "--", *where, folder=CLIENTS / "web")
        shutil.rmtree(STATIC, ignore_errors=True)
        shutil.move(made, STATIC)
