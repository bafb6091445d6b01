"""The program of another revision."""

import os
import shutil
import subprocess
from pathlib import Path

from contenders import BUILT, ROOT

PROGRAMS = BUILT / "programs"
TREE = BUILT / "against"


def commit(revision: str) -> str:
    """Returns the revision's commit. Throws when there is none."""
    found = subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "--quiet", "--verify", f"{revision}^{{commit}}"],
        capture_output=True, text=True, check=False)
    if found.returncode:
        raise RuntimeError(f"{revision} is no revision")
    return found.stdout.strip()


def program(of: str) -> Path:
    """Returns what has `dev` in the release build of a commit, which is built where no earlier run has done so.

    All commits are built in one worktree: what they have in common is compiled once.
    """
    built = PROGRAMS / of
    if built.exists():
        return built
    if (TREE / ".git").exists():
        subprocess.run(["git", "-C", TREE, "checkout", "--quiet", "--detach", of], check=True)
    else:
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--force", "--detach", TREE, of],
                       check=True, capture_output=True)
    dependencies = ROOT / ".deps"
    if dependencies.exists() and not (TREE / ".deps").exists():
        (TREE / ".deps").symlink_to(dependencies)
    # The programs of an earlier revision are none of this one's.
    shutil.rmtree(TREE / "bin", ignore_errors=True)
    subprocess.run([TREE / "scripts" / "build"], check=True)
    PROGRAMS.mkdir(exist_ok=True)
    copied = built.with_suffix(".part")
    # Once there was one program for all.
    programs = [TREE / "bin" / name for name in ("sesame-dev", "sesame")]
    shutil.copy2(next(program for program in programs if program.exists()), copied)
    os.replace(copied, built)
    return built
