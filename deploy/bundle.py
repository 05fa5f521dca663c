"""Builds the folder that a laptop runs without Python: the programs, what they need, documents.

For the kind of machine that builds it. cx_Freeze follows the imports; what is loaded by name only,
and what is data, is named here.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import click
from cx_Freeze import Executable, Freezer

from deploy.stick import ROOT, write_documents
from shared.program.installed import program
from shared.program.running import own_version

OWN = ("board_terminal", "hall_server", "kiosk", "shared")
WHOLE = (
    *OWN,
    "aiohttp",
    "nacl",
    "nats",
    "playing_hall_cjk",
    "reportlab",
    "rich",
    "textual",
    "tzdata",
    "zeroconf",
    "zmq",
)
"""Packages that load some of their modules by name."""
UNUSED = (
    "tkinter",
    "test",
    "unittest",
    "pydoc_data",
    "lib2to3",
    "pip",
    "setuptools",
    "mypy",
    "pytest",
)
START = """\
The playing hall {version}

This folder needs nothing else: no Python, no network.

A tournament on this laptop alone:
  open a terminal in this folder, type {here}playing-hall and press Enter.
{windows}
To see a whole hall play first:
  {here}hall-server demo

The documents are in the folder docs; begin with README.md there.
What you play is kept in your own folder, not here: a newer version takes this folder's place.
"""
DOUBLE_CLICK = "  Or open playing-hall.exe with a double click.\n"


def programs() -> list[EntryPoint]:
    """Return the programs of this project."""
    found = entry_points(group="console_scripts")
    return [point for point in found if point.module.split(".")[0] in OWN]


def scripts(folder: Path) -> Iterator[Executable]:
    """Write a script for each program; return how it is frozen."""
    for point in programs():
        file = folder / f"{point.name.replace('-', '_')}.py"
        file.write_text(f"from {point.module} import {point.attr}\n\n{point.attr}()\n")
        yield Executable(file, target_name=point.name)


@contextmanager
def quietly() -> Iterator[None]:
    """Keep cx_Freeze's table of modules off the screen."""
    with Path(os.devnull).open("w") as nowhere:
        before, sys.stdout = sys.stdout, nowhere
        try:
            yield
        finally:
            sys.stdout = before


def freeze(folder: Path) -> None:
    """Put every program and everything it needs into ``folder``."""
    made = folder.with_name("scripts")
    made.mkdir(parents=True)
    freezer = Freezer(
        list(scripts(made)),
        packages=list(WHOLE),
        excludes=list(UNUSED),
        zip_exclude_packages=["*"],
        zip_include_packages=[],
        replace_paths=[("*", "")],
        target_dir=folder,
        silent=3,
    )
    with quietly():
        freezer.freeze()
    shutil.rmtree(made)
    # The project of the large font, which lies in a room of this one: it is packed by its own name.
    shutil.rmtree(folder / "lib" / "hall_server" / "paper" / "cjk")


def try_out(folder: Path) -> None:
    """Start each program from the folder, without this environment. Raises ClickException."""
    bare = {"PATH": "", "HOME": str(folder), "SYSTEMROOT": os.environ.get("SYSTEMROOT", "")}
    for point in programs():
        frozen = folder / Path(program(point.name)).name
        done = subprocess.run(
            [frozen, "--version"], env=bare, capture_output=True, text=True, check=False
        )
        if done.stdout.split()[-1:] != [own_version()]:
            raise click.ClickException(f"{point.name} does not start: {done.stderr}")


def packed(folder: Path) -> Path:
    """Return the folder as one file: what the system of the machine opens by itself."""
    if sys.platform == "win32":
        file = folder.with_name(f"{folder.name}.zip")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for one in sorted(folder.rglob("*")):
                archive.write(one, one.relative_to(folder.parent))
        return file
    file = folder.with_name(f"{folder.name}.tar.gz")
    with tarfile.open(file, "w:gz") as archive:
        archive.add(folder, folder.name)
    return file


@click.command()
@click.argument("target", type=click.Path(path_type=Path, file_okay=False))
def main(target: Path) -> None:
    """Build the folder and its packed file in TARGET; what was built there before goes."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    name = f"playing-hall-{own_version()}-{system}-{platform.machine().lower()}"
    folder = target.absolute() / name
    shutil.rmtree(target, ignore_errors=True)
    freeze(folder)
    windows = sys.platform == "win32"
    words = START.format(
        version=own_version(), here="" if windows else "./", windows=DOUBLE_CLICK if windows else ""
    )
    (folder / "START.txt").write_text(words, encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", folder)
    write_documents(ROOT, folder / "docs")
    try_out(folder)
    file = packed(folder)
    click.echo(f"{file} holds the programs ({file.stat().st_size / 1e6:.0f} MB packed).")
    libc, version = platform.libc_ver()
    if libc:
        click.echo(f"It runs on {platform.machine()} with {libc} {version} or later.")


if __name__ == "__main__":
    main()
