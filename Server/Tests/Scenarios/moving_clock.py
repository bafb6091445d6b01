"""A wall clock that a test moves while boot time goes on."""

import subprocess
import sys
import time
from pathlib import Path

from patience import PATIENCE


class Clock:
    """A program's wall clock, set by a file while the program runs. Boot time is unchanged."""

    def __init__(self, folder: Path):
        self.file = folder / "time"
        # This command creates the library's shared memory, and keeps it until its input ends. If the library created
        # the memory itself in the server, the server would lose its arguments: Swift finds them next to the
        # environment, which would then have moved.
        self._keeper = subprocess.Popen(
            ["faketime", "-m", "-f", "+0", "sh", "-c", 'echo "$LD_PRELOAD"; echo "$FAKETIME_SHARED"; read -r line'],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        library, shared = (self._keeper.stdout.readline().strip() for _ in range(2))
        self.prefix = [
            "env", f"LD_PRELOAD={library}", f"FAKETIME_SHARED={shared}", f"FAKETIME_TIMESTAMP_FILE={self.file}",
            "FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1"]
        self.set(0)

    def end(self):
        self._keeper.communicate(timeout=PATIENCE)

    def set(self, seconds: int):
        other = self.file.with_suffix(".new")
        other.write_text(f"{seconds:+}")
        other.rename(self.file)

    def read(self) -> tuple[float, float]:
        """Returns by how many seconds the wall clock and boot time under this clock are ahead of the real ones."""
        code = "import time; print(time.time(), time.clock_gettime(time.CLOCK_BOOTTIME))"
        here = time.time(), time.clock_gettime(time.CLOCK_BOOTTIME)
        there = subprocess.run([*self.prefix, sys.executable, "-c", code], capture_output=True, text=True, check=True)
        wall, boot = (float(word) - own for word, own in zip(there.stdout.split(), here, strict=True))
        return wall, boot
