"""Measures Sesame's release build in turns with a baseline and a comparison server, all on one machine.

    A      sign-in with Google of an existing account        D      sign-up of a guest
    B      refresh                                           disk   A with 1 ms added to each wait for the disk
    C      request of the caller's account                   size   all four with 10^3 and with 10^6 accounts
    start  from the start of the process to the first response
    memory when idle, and its growth under load

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
from typing import Callable

import machine
import parts
import revision
import same_time
from contenders import BUILT
from plan import EMULATED, QUICK, WHOLE, Plan
from report import Report

OPERATIONS = ["A", "B", "C", "D"]
PARTS = [*OPERATIONS, "disk", "start", "memory", "size"]


def some_of(parts: list[str]) -> Callable[[str], list[str]]:
    """Returns a parser of comma-separated names."""
    def chosen(text: str) -> list[str]:
        names = text.split(",")
        if unknown := [name for name in names if name not in parts]:
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: there are {', '.join(parts)}")
        return names
    return chosen


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(metavar="COMMAND", title="other measurements")
    counting = commands.add_parser(
        "instructions", help="instructions per request of A to D, beside those of another revision")
    timing = commands.add_parser(
        "same-time", help="times of answers about names with and without an account")
    for command, run, file in (
        (parser, beside_others, "result.json"), (counting, against_revision, "instructions.json"),
        (timing, names_told_apart, "same-time.json"),
    ):
        command.set_defaults(run=run)
        command.add_argument("--json", type=Path, default=BUILT / file, metavar="FILE", help="where the figures go")
        command.add_argument(
            "--quick", action="store_true", default=os.environ.get("BENCH_QUICK") == "1",
            help="fewer requests, rounds and accounts (also BENCH_QUICK=1)")
    for command, parts in ((parser, PARTS), (counting, OPERATIONS)):
        command.add_argument("--only", type=some_of(parts), default=parts, metavar="PARTS", help="for example A,C")
    counting.add_argument(
        "--emulated", action="store_true", help="count in valgrind's processor, for a machine whose own counts nothing")
    counting.add_argument(
        "--against", required=True, metavar="REVISION", help="built in a worktree the first time, which takes minutes")
    return parser.parse_args()


def say(text: str):
    """Prints the progress, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="\r" if text else "", file=sys.stderr, flush=True)


def beside_others(options: argparse.Namespace, plan: Plan, report: Report, folder: Path):
    """Measures all parts, with the baseline and the comparison server."""
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


def against_revision(options: argparse.Namespace, plan: Plan, report: Report, folder: Path):
    """Compares the instructions per request with those of another revision."""
    commit = revision.commit(options.against)
    before = revision.program(commit)
    plan = EMULATED if options.emulated else plan
    report.instructions(commit, parts.instructions(plan, options.only, before, options.emulated, folder, say))


def names_told_apart(options: argparse.Namespace, plan: Plan, report: Report, folder: Path):
    """Measures the response times for names with and without an account."""
    report.same_time(*same_time.measure(plan.names, folder, say))


def main() -> int:
    options = arguments()
    report = Report(data={
        "machine": machine.description(), "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "quick": options.quick})
    print(f"{report.data['machine']}, load {machine.load_average():.1f}, {report.data['time'][:10]}", flush=True)
    # The folder is in the checkout, because /tmp is often in memory and then has no waits for the disk.
    with tempfile.TemporaryDirectory(dir=BUILT, prefix="run-") as name:
        options.run(options, QUICK if options.quick else WHOLE, report, Path(name))
    say("")
    code = report.judge()
    options.json.write_text(json.dumps(report.data, indent=1, ensure_ascii=False) + "\n")
    print(f"\nall figures: {os.path.relpath(options.json)}")
    return code


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # The exit stops the servers too.
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        say("")
        print(f"bench: {error}", file=sys.stderr)
        sys.exit(2)
