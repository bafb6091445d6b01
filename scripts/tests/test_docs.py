"""Tests of scripts/docs on small checkouts: each way in which a page can refer to something that does not exist."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[1]
CODE = """public struct Thing {
    // snippet.make
    public func make() {}
    // snippet.end
}

enum Kind {
    case one, two(String)
}
"""
PAGE = """# Page

<!-- code: Sources/Thing.swift#make -->
```swift
public func make() {}
```

[The folder](Sources), ``Thing/make()``, ``Kind/two(_:)``.
"""
INDEX = "# Index\n\n[One](one.md), [what it is](one.md#what-it-is)\n"
ONE = "# One\n\n## What it is\nText.\n"
BUDGETS = "# Words.\n8 docs/README.md\n8 docs/one.md\n100 docs/\n"
CATALOG = "# ``Thing``\n\n- <doc:Page>\n"


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / "scripts").mkdir()
    for script in ("docs", "environment"):
        shutil.copy(SCRIPTS / script, tmp_path / "scripts" / script)
    files = {"Sources/Thing.swift": CODE, "Thing.docc/Page.md": PAGE.replace("(Sources)", "(../Sources)"),
             "Thing.docc/Thing.md": CATALOG, "docs/README.md": INDEX, "docs/one.md": ONE, "scripts/budgets": BUDGETS}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    return tmp_path


def docs(checkout, *options):
    return subprocess.run([checkout / "scripts" / "docs", *options], capture_output=True, text=True, timeout=600)


def change(checkout, name, old, new):
    file = checkout / name
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


def test_consistent_pages_are_accepted(checkout):
    result = docs(checkout)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("file, old, new, complaint", [
    ("Sources/Thing.swift", "func make() {}", "func make() async {}", "Page.md:3: not the code"),
    ("Thing.docc/Page.md", "func make() {}", "func made() {}", "Page.md:3: not the code"),
    ("Sources/Thing.swift", "// snippet.make", "// snippet.made", "has no piece 'make'"),
    ("Thing.docc/Page.md", "-->\n```", "-->\n\n```", "Page.md:3: a tie to code has a fence"),
    ("Thing.docc/Page.md", "(../Sources)", "(../Tests)", "Page.md:8: '../Tests' is not there"),
    ("docs/README.md", "one.md#what-it-is", "one.md#what-it-was", "docs/README.md:3: 'one.md' has no heading '#what-it-was'"),
    ("docs/README.md", "[One](one.md), [what it is](one.md#what-it-is)", "[One](../Sources)", "docs/one.md: no index leads here"),
    ("docs/one.md", "Text.", "A sentence of more words.", "docs/one.md: 11 words, and scripts/budgets gives it 8"),
    ("docs/one.md", "Text.", "Not yet.", "docs/one.md:4: 'Not yet': say what is there"),
    ("scripts/budgets", "8 docs/one.md\n", "", "docs/one.md: has no budget of words"),
    ("scripts/budgets", "8 docs/one.md", "8 docs/two.md", "there is no page 'docs/two.md'"),
    ("scripts/budgets", "100 docs/", "10 docs/", "docs/: 13 words, and scripts/budgets gives 10 to all pages"),
    ("Sources/Thing.swift", "enum Kind", "// See docs/one.md and docs/two.md.\nenum Kind", "there is no page 'docs/two.md'"),
    ("Thing.docc/Page.md", "Thing/make()", "Thing/made()", "nothing is called 'made'"),
    ("Thing.docc/Page.md", "Kind/two(_:)", "Kind/three", "nothing is called 'three'"),
    ("Thing.docc/Thing.md", "<doc:Page>", "", "no page of Thing.docc leads here"),
    ("Thing.docc/Thing.md", "<doc:Page>", "<doc:Page> <doc:Other>", "there is no article 'Other'"),
])
def test_inconsistent_page_is_reported(checkout, file, old, new, complaint):
    change(checkout, file, old, new)
    result = docs(checkout)
    assert result.returncode == 1
    assert complaint in result.stderr


def test_write_option_copies_the_code_into_the_page(checkout):
    change(checkout, "Sources/Thing.swift", "func make() {}", "func make() async {}")
    assert docs(checkout, "--write").returncode == 0
    assert "public func make() async {}\n```" in (checkout / "Thing.docc" / "Page.md").read_text()
    assert docs(checkout).returncode == 0


def test_page_that_names_a_missing_test_is_rejected(checkout):
    change(checkout, "Thing.docc/Page.md", "[The folder]", "Shown by `ThingTests` and `test_thing.py::test_it`. [The folder]")
    result = docs(checkout)
    assert result.returncode == 1
    assert "there is no test 'ThingTests'" in result.stderr and "there is no test 'test_thing.py'" in result.stderr
    (checkout / "ThingTests.swift").write_text("")
    (checkout / "test_thing.py").write_text("")
    assert docs(checkout).returncode == 0


@pytest.mark.parametrize("changelog", ["", "## [Unreleased]\n", "## [Unreleased]\n\n## [0.1.0]\n\n## [0.2.0]\n"])
def test_newest_release_in_changelog_must_match_the_sources(checkout, changelog):
    (checkout / "Sources" / "SesameWire").mkdir()
    (checkout / "Sources" / "SesameWire" / "SesameVersion.swift").write_text('static let current = "0.2.0"\n')
    (checkout / "CHANGELOG.md").write_text(changelog)
    assert "CHANGELOG.md: the newest release is" in docs(checkout).stderr
    (checkout / "CHANGELOG.md").write_text("## [Unreleased]\n\n## [0.2.0] - 2026-01-01\n\n## [0.1.0]\n")
    assert docs(checkout).returncode == 0
