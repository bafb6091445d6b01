"""Tests of scripts/common-passwords: the server's filter is the one that the installed packages' lists produce."""

import hashlib
import struct
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILTER = ROOT / "Server" / "Sources" / "CPasswords" / "common.bin"


def run(*arguments: str) -> str:
    command = [ROOT / "scripts" / "common-passwords", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def test_filter_matches_the_lists():
    run("--check")


def test_list_is_sorted_and_has_known_entries_of_at_least_six_characters():
    entries = run("--list").splitlines()
    assert {"password", "123456", "determination", "elizabeth", "target123", "friend of emily"} <= set(entries)
    assert entries == sorted(set(entries)) and min(map(len, entries)) == 6


def test_filter_is_read_in_its_described_format():
    content = FILTER.read_bytes()
    ends, rests = struct.unpack("<256I", content[:1024]), [rest for (rest,) in struct.iter_unpack("<I", content[1024:])]
    assert ends[-1] == len(rests) and list(ends) == sorted(ends)
    # The rate of false positives is the number of entries / 2^40.
    assert len(rests) / 2 ** 40 < 1e-6
    for word, is_known in {"password": True, "dragon": True, "sunshine": True, "iiceorne": False, "licorne": False,
                           "iicorne": True, "xkqpvmzw": False}.items():
        digest = hashlib.sha256(word.encode()).digest()
        group = rests[ends[digest[0] - 1] if digest[0] else 0:ends[digest[0]]]
        assert group == sorted(group) and (int.from_bytes(digest[1:5], "big") in group) == is_known, word


def test_help_names_the_sources_of_the_lists():
    assert "zxcvbn" in run("--help") and "Django" in run("--help")
