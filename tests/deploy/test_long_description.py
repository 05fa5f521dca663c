"""What an index shows of the package: its pictures and links lead somewhere from there too."""

import shutil
from pathlib import Path

from hatchling.metadata.core import CoreMetadata, ProjectMetadata
from hatchling.plugin.manager import PluginManager

from tests.deploy.sticks import ROOT
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
