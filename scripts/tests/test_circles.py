"""Tests of scripts/circles on small targets: the dependencies between folders, and the complaints."""

import importlib.machinery
import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "circles"
loader = importlib.machinery.SourceFileLoader("circles", str(SCRIPT))
circles = importlib.util.module_from_spec(importlib.util.spec_from_loader("circles", loader))
loader.exec_module(circles)


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    monkeypatch.setattr(circles, "root", tmp_path)
    (tmp_path / "Sources").mkdir()
    (tmp_path / "Server/Sources").mkdir(parents=True)

    def write(**files: str):
        for name, source in files.items():
            path = tmp_path / "Sources/App" / name / f"{name}.swift"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source)

    return write


DOOR = "public struct Door { let lock: Int }\n"


@pytest.mark.parametrize("source", [
    "struct House { let door: Door }", "func open(_ door: Door) {}", "extension Door { func open() {} }",
    'let text = "a \\(Door(lock: 1)) b"', 'let text = "\\(String(describing: Door.self)) \\"it\\""',
    'let text = #"\\n \\#(Door(lock: 1))"#', 'let text = """\n  "quoted" \\(Door(lock: 1))\n  """',
    "/* /* inner */ outer */ let door = Door(lock: 1)", "let a = 1 // it's\nlet door = Door(lock: 1)",
])
def test_mention_in_code_is_a_reference(checkout, source):
    checkout(Doors=DOOR, Houses=source)
    assert circles.dependencies(circles.files_of(circles.root / "Sources/App")) == {("Houses", "Doors"): {"Door"}}


@pytest.mark.parametrize("source", [
    "// a Door", "/* /* a */ Door */", 'let text = "a Door"', 'let text = #"\\(Door())"#', 'let text = "\\\\(Door)"',
    "private struct Door {}\nlet door = Door()", "enum House { struct Door {}\n let door = Door() }",
    "func open<Door: Sendable>(_ door: Door) {}", "let door = House.Door()",
])
def test_mention_in_text_and_another_type_of_that_name_are_not_references(checkout, source):
    checkout(Doors=DOOR, Houses=source)
    assert circles.dependencies(circles.files_of(circles.root / "Sources/App")) == {}


@pytest.mark.parametrize("declaration, use, name", [
    ("extension Array { func closed() -> Int { 1 } }", "let a = [1].closed()", ".closed"),
    ("extension String { struct Key {} }", "let key = String.Key()", "String.Key"),
    ("func closing() {}", "func close() { closing() }", "closing()"),
])
def test_use_of_a_declaration_of_another_folder_is_a_reference(checkout, declaration, use, name):
    checkout(Doors=declaration, Houses=use)
    assert circles.dependencies(circles.files_of(circles.root / "Sources/App")) == {("Houses", "Doors"): {name}}


@pytest.mark.parametrize("declaration, use", [
    ("extension Array { private func closed() -> Int { 1 } }", "let a = [1].closed()"),
    ("extension Array { func closed() -> Int { 1 } }", "struct Box { let closed = 1 }\nlet a = Box().closed"),
])
def test_private_or_redeclared_name_is_not_a_reference(checkout, declaration, use):
    checkout(Doors=declaration, Houses=use)
    assert circles.dependencies(circles.files_of(circles.root / "Sources/App")) == {}


def test_folders_in_a_circle_are_reported_and_folders_leading_to_it_are_not(checkout, capsys):
    checkout(Doors="struct Door { let house: House? }", Houses="class House { let garden: Garden? }",
             Gardens="class Garden { let door: Door? }", Roads="struct Road { let house: House }")
    assert circles.main([]) == 1
    complaint = capsys.readouterr().err
    assert "3 folders are in circles: Doors, Gardens, Houses;" in complaint and "Roads" not in complaint
    assert circles.main(["--edges", "Sources/App"]) == 1
    assert "Sources/App: Roads → Houses: House\n" in capsys.readouterr().out
    assert circles.main(["Nowhere"]) == 2
    checkout(Gardens="class Garden {}")
    assert circles.main([]) == 0


def test_table_of_the_domain_must_match_its_folders(tmp_path, checkout, capsys):
    checkout()
    for folder, source in {"Doors": "struct Door {}", "Houses": "struct House { let door: Door }"}.items():
        path = tmp_path / circles.DOMAIN / folder / "one.swift"
        path.parent.mkdir(parents=True)
        path.write_text(source)
    page = tmp_path / "docs/architecture.md"
    page.parent.mkdir()
    row = "| Folders of `SesameAccounts` | |\n|---|---|\n"
    page.write_text(f"{row}| `Doors`, `Houses` | `Gardens` |\n\nMore.")
    assert circles.listed() == ["Doors", "Houses"] and circles.main([]) == 0
    page.write_text(f"{row}| `Houses` | |\n| `Doors` | |\n")
    assert circles.main([]) == 1 and "Houses uses Doors, which stands behind it" in capsys.readouterr().err
    page.write_text(f"{row}| `Houses` | |\n")
    assert circles.main([]) == 1 and "Doors is not in the table" in capsys.readouterr().err
