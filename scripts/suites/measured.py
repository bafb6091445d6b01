"""Runs a command as its only child, so that the process that waits for it gets the CPU time of all its processes.

usage: python3 measured.py COMMAND [ARGUMENT…]

A browser's processes outlive the driver that started them, and would then not be counted. On Linux they become children
of this process instead (prctl(2), PR_SET_CHILD_SUBREAPER), which waits for those that have ended.
"""
import ctypes
import os
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
# The timeout in seconds.
PATIENCE = 1


def main(command: list[str]) -> int:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        child = os.posix_spawnp(command[0], command, os.environ)
    except FileNotFoundError:
        sys.exit(f"error: {command[0]} is not there; run: scripts/bootstrap --tests")
    pid, status = os.wait()
    while pid != child:
        pid, status = os.wait()
    code = os.waitstatus_to_exitcode(status)
    # Processes that were stopped with the command may still be exiting. Processes that continue are not waited for.
    deadline = time.monotonic() + PATIENCE
    try:
        while os.waitpid(-1, os.WNOHANG)[0] or time.monotonic() < deadline:
            time.sleep(0.01)
    except ChildProcessError:
        pass
    # A shell reports signals in the same way.
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
