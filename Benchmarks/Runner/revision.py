"""Builds the program of another revision."""

import os
import shutil
import subprocess
from pathlib import Path

from contenders import BUILT, ROOT

PROGRAMS = BUILT / "programs"
TREE = BUILT / "against"


def commit(revision: str) -> str:
    """Returns the revision's commit. Throws if the revision does not exist."""
    found = subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "--quiet", "--verify", f"{revision}^{{commit}}"],
        capture_output=True, text=True, check=False)
    if found.returncode:
        raise RuntimeError(f"{revision} is no revision")
    return found.stdout.strip()


def program(of: str) -> Path:
    """Returns the program with the command `dev` from a commit's release build. Builds it unless an earlier run has
    done so.

    All commits are built in one worktree, so that their common parts are compiled once.
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
    # Programs of a previously built revision do not belong to this one.
    shutil.rmtree(TREE / "bin", ignore_errors=True)
    subprocess.run([TREE / "scripts" / "build"], check=True)
    PROGRAMS.mkdir(exist_ok=True)
    copied = built.with_suffix(".part")
    # Earlier revisions have a single program.
    programs = [TREE / "bin" / name for name in ("sesame-dev", "sesame")]
    shutil.copy2(next(program for program in programs if program.exists()), copied)
    os.replace(copied, built)
    return built
