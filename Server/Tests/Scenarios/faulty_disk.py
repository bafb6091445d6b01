"""A disk that fails on demand, for one server."""

import subprocess
from contextlib import contextmanager
from pathlib import Path

from sesame import Development

SOURCE = Path(__file__).with_name("faulty_disk.c")


class FaultyDisk:
    """A library that is preloaded into a server, so that its disk can be made to fail."""

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
        with self._told(suffix):
            yield

    @contextmanager
    def full(self, folder: Path):
        """While the block runs, no file below the folder can grow, except by what was cut off from others."""
        with self._told(f"full {folder}"):
            yield

    @contextmanager
    def _told(self, text: str):
        draft = self._control.with_suffix(".new")
        draft.write_text(text)
        draft.rename(self._control)
        try:
            yield
        finally:
            self._control.unlink()
