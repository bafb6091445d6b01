"""Measures Sesame's release build beside a yardstick and a peer, all in turns on one machine.

    A      sign-in with Google of an existing account        D      sign-up of a guest
    B      refresh                                           disk   A with 1 ms added to each wait for the disk
    C      who am I                                          size   all four with 10^3 and with 10^6 accounts
    start  from the start of the process to the first answer
    memory idle, and whether it stays flat under load

Exit codes: 0 all goals met, 1 a goal missed, 2 it did not run, 3 too noisy to judge.
"""

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

import machine
import parts
from contenders import BUILT
from plan import QUICK, WHOLE
from report import Report

OPERATIONS = ["A", "B", "C", "D"]
PARTS = [*OPERATIONS, "disk", "start", "memory", "size"]


def chosen_parts(text: str) -> list[str]:
    names = text.split(",")
    if unknown := [name for name in names if name not in PARTS]:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: there are {', '.join(PARTS)}")
    return names


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=chosen_parts, default=PARTS, metavar="PARTS", help="for example A,C,disk")
    parser.add_argument("--json", type=Path, default=BUILT / "result.json", metavar="FILE", help="where the figures go")
    parser.add_argument(
        "--quick", action="store_true", default=os.environ.get("BENCH_QUICK") == "1",
        help="fewer requests and rounds, 10^5 accounts (also BENCH_QUICK=1)")
    return parser.parse_args()


def say(text: str):
    """Shows what is going on, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="\r" if text else "", file=sys.stderr, flush=True)


def main() -> int:
    options = arguments()
    plan = QUICK if options.quick else WHOLE
    report = Report(data={
        "machine": machine.description(), "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "quick": options.quick})
    print(f"{report.data['machine']}, load {machine.load_average():.1f}, {report.data['time'][:10]}")
    # In the checkout, not in /tmp: that is often memory, which needs no waiting for a disk.
    with tempfile.TemporaryDirectory(dir=BUILT, prefix="run-") as name:
        folder = Path(name)
        if operations := [name for name in OPERATIONS if name in options.only]:
            report.four_operations(parts.four_operations(plan, operations, folder, say))
        for part, run, tell in (
            ("disk", parts.slow_disk, report.slow_disk), ("start", parts.starts, report.starts),
            ("memory", parts.memory, report.memory), ("size", parts.sizes, report.sizes),
        ):
            if part in options.only:
                own = folder / part
                own.mkdir()
                tell(run(plan, own, say))
    say("")
    code = report.judge()
    options.json.write_text(json.dumps(report.data, indent=1, ensure_ascii=False) + "\n")
    print(f"\nall figures: {os.path.relpath(options.json)}")
    return code


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # So that the servers end, too.
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        say("")
        print(f"bench: {error}", file=sys.stderr)
        sys.exit(2)
