"""Archives of events in tests: their files, once each checksum was compared."""

import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from hall_server.files.archive import SUMS, check


def files_of(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive. Raises BrokenArchive."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.zip"
        path.write_bytes(data)
        count = check(path)
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist() if name != SUMS}
    assert len(files) == count
    return files
