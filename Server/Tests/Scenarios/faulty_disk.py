"""A disk that fails on demand, for one server."""

import subprocess
from contextlib import contextmanager
from pathlib import Path

from sesame import Development

SOURCE = Path(__file__).with_name("faulty_disk.c")


class FaultyDisk:
    """A library that is preloaded into a server, so that its waits for the disk can be made to fail."""

    def __init__(self, folder: Path):
        self._control, library = folder / "faulty", folder / "faulty_disk.so"
        subprocess.run(
            ["clang", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
        self.prefix = ["env", f"LD_PRELOAD={library}", f"FAULTY_DISK={self._control}"]

    def start(self, folder: Path) -> Development:
        return Development(folder, prefix=self.prefix)

    @contextmanager
    def failing(self, suffix: str):
        """While the block runs, every wait for a file whose path ends with the suffix fails."""
        draft = self._control.with_suffix(".new")
        draft.write_text(suffix)
        draft.rename(self._control)
        try:
            yield
        finally:
            self._control.unlink()
