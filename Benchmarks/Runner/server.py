"""A server under test: start, readiness, CPU time, memory and stop."""

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

# The constant from which Linux computes the clock id of another process's CPU time, together with its process id
# (clock_getcpuclockid in the C library). That clock counts nanoseconds; /proc/PID/stat counts hundredths of a second.
PROCESS_CPU_CLOCK = 2
MIB = 1024


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_seconds(process: int) -> float:
    """Returns the CPU time of all threads of a process since its start, including threads that have ended."""
    return time.clock_gettime(~process << 3 | PROCESS_CPU_CLOCK)


class Server:
    """A server process that responds to `GET /healthz` at `port` when it is ready."""

    def __init__(self, command: list, port: int, log: Path, environment: dict[str, str] | None = None):
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.log = log
        with open(log, "ab") as output:
            started = time.monotonic()
            self.process = subprocess.Popen(
                [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **(environment or {})})
        try:
            self.ready_ms = (self._first_answer() - started) * 1e3
        except BaseException:
            self.process.kill()
            raise

    def _first_answer(self) -> float:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                    if connection.recv(64).startswith(b"HTTP/1.1 200"):
                        return time.monotonic()
            except OSError:
                pass
            time.sleep(0.000_5)
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def cpu_seconds(self) -> float:
        """Returns the CPU time of all threads since the start, including threads that have ended."""
        return cpu_seconds(self.process.pid)

    def settle(self):
        """Waits until the server is idle except for its background work. It still finishes wrk's last requests, for
        which wrk does not wait."""
        before = self.cpu_seconds()
        for _ in range(100):
            time.sleep(0.08)
            if (now := self.cpu_seconds()) - before < 0.002:
                return
            before = now

    def memory(self) -> dict[str, float]:
        """Returns the resident (`Rss`) and proportional (`Pss`) memory in MiB."""
        lines = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        sizes = {line.split(":")[0]: int(line.split()[1]) for line in lines[1:]}
        return {name: sizes[name] / MIB for name in ("Rss", "Pss")}

    def has_loaded(self, library: Path) -> bool:
        return library.name in Path(f"/proc/{self.process.pid}/maps").read_text()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
