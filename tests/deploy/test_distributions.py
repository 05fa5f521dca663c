"""The wheels: their page on an index, the large font apart, what a stick has of the others."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.core import CoreMetadata, ProjectMetadata
from hatchling.plugin.manager import PluginManager
from packaging.requirements import Requirement

from tests.deploy.sticks import ROOT, stick
from tests.documents.pages import LINK, text_of


def built(root: Path) -> CoreMetadata:
    return ProjectMetadata(str(root), PluginManager()).core


def test_every_picture_and_link_is_whole_and_leads_to_a_file_of_the_project() -> None:
    core = built(ROOT)
    source = core.urls["Source"]
    files = []
    for link in LINK.findall(core.readme):
        shown, name = link.removeprefix(f"{source}/").split("/HEAD/")
        assert shown == ("raw" if name.endswith(".svg") else "blob")
        files.append(name)
    assert len(files) == core.readme.count("](") == text_of("README.md").count("](")
    assert [name for name in files if not (ROOT / name).is_file()] == []
    assert core.readme_content_type == "text/markdown"


def test_without_an_address_the_readme_stays_as_it_is(tmp_path: Path) -> None:
    for file in ("pyproject.toml", "README.md", "deploy/long_description.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    project = tmp_path / "pyproject.toml"
    text = project.read_text(encoding="utf-8").replace("\nSource = ", "\nTracker = ")
    project.write_text(text, encoding="utf-8")
    assert built(tmp_path).readme == text_of("README.md")


def test_the_font_for_chinese_and_japanese_is_in_the_package_that_the_extra_names() -> None:
    def fonts(root: Path) -> set[str]:
        files = (Path(one.path) for one in WheelBuilder(str(root)).recurse_included_files())
        return {file.stem for file in files if file.suffix == ".ttf"}

    assert fonts(ROOT) == {"DejaVuSansCondensed", "DejaVuSansCondensed-Bold", "NanumSquareR"}
    assert fonts(ROOT / stick.CJK) == {"DroidSansFallbackFull"}
    [words] = built(ROOT).optional_dependencies["cjk"]
    wanted, there = Requirement(words), built(ROOT / stick.CJK)
    assert wanted.name == there.name
    assert wanted.specifier.contains(there.version)


def test_every_wheel_is_asked_for_with_the_sums_that_it_has(tmp_path: Path) -> None:
    for name, text in (("a_b-1-cp311-x.whl", "one"), ("a_b-1-cp311-y.whl", "two"),
                       ("pip-24-py3-none-any.whl", "pip")):  # fmt: skip
        (tmp_path / name).write_text(text)
    one, two = (hashlib.sha256(text).hexdigest() for text in (b"one", b"two"))
    assert stick.requirements(tmp_path) == f"a-b==1 --hash=sha256:{one} --hash=sha256:{two}\n"


def test_a_wheel_that_is_built_here_serves_other_machines_only_where_it_runs_on_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"nkeys==0.2.1": "nkeys-0.2.1-py3-none-any.whl", "cffi==2": "cffi-2-cp311-linux.whl"}

    def pip(*words: object) -> subprocess.CompletedProcess[str]:
        *_, place, pin = map(str, words)
        if pin in names:
            (Path(place) / names[pin]).touch()
        return subprocess.CompletedProcess([], 0 if pin in names else 1, "", "")

    monkeypatch.setattr(stick, "pip", pip)
    (tmp_path / "wheels").mkdir()
    wanted = [stick.Pin("nkeys", "0.2.1"), stick.Pin("cffi", "2"), stick.Pin("rusty", "1")]
    here, everywhere = stick.build_here(wanted, tmp_path / "wheels")
    assert (here, everywhere) == ({wanted[1]}, {wanted[0]})
    assert sorted(file.name for file in (tmp_path / "wheels").iterdir()) == sorted(names.values())
