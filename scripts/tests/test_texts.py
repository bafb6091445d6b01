"""Tests of scripts/texts: the generated Swift of a catalogue, and the complaints."""

import importlib.machinery
import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "texts"
loader = importlib.machinery.SourceFileLoader("texts", str(SCRIPT))
texts = importlib.util.module_from_spec(importlib.util.spec_from_loader("texts", loader))
loader.exec_module(texts)

NAMES = '"language.name.english" = "{}"; "language.name.own" = "{}";\n'
SHOWN = "let shown = [DoorText.open, DoorText.of(1)]\n"


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Creates a checkout with texts in English and French. The source shows two of the page's texts."""
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    for path in [*texts.KINDS.values(), texts.SERVER + "SesameText/x", "Sources/SesameTexts/x"]:
        (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / "Texts").mkdir()

    def write(english, french, source=SHOWN):
        for tag, name, own, content in [("en", "English", "English", english), ("fr", "French", "Français", french)]:
            (tmp_path / f"Texts/{tag}.strings").write_text(NAMES.format(name, own) + content)
        (tmp_path / texts.SERVER / "SesameWebSurface/Page.swift").write_text(source)
        return tmp_path

    return write


def page(open_text="Open", of="Door of %1$@", comment="/* Doors. */"):
    return f'{comment} "page.door.open" = "{open_text}"; "page.door.of" = "{of}";\n'


def complaints(capsys, *arguments):
    status = texts.main(list(arguments))
    complaint = capsys.readouterr().err
    assert status == (1 if complaint else 0)
    return complaint


def test_text_becomes_a_constant_and_text_with_placeholders_a_function(checkout, capsys):
    root = checkout(page(), page("Ouvrir", "Porte de\\U00a0%1$@ \\\"ici\\\""))
    assert not complaints(capsys)
    made = (root / texts.KINDS["page"]).read_text()
    assert '/// Doors.\nenum DoorText {\n    static let open = Text("Open", "Ouvrir")\n' in made
    assert ('    static func of(_ part1: some TextPart) -> Text {\n        Text("Door of \\(part1[.english])", '
            '"Porte de\\u{a0}\\(part1[.french]) \\"ici\\"")\n') in made
    languages = (root / texts.SERVER / "SesameText/Language.swift").read_text()
    assert 'case french = "fr"' in languages and 'case .french: "Français"' in languages
    assert not complaints(capsys, "--check")


def test_sdk_has_a_name_and_a_text_for_each_key(checkout, capsys):
    text = '/* A button. */ "sdk.sign_out" = "{}";\n'
    root = checkout(page() + text.format("Sign out"), page() + text.format("Se déconnecter"))
    assert not complaints(capsys)
    made = root / "Sources/SesameTexts"
    assert '    /// A button.\n    case signOut = "sign_out"\n' in (made / "TextKey.swift").read_text()
    assert 'case .signOut: "Se déconnecter"' in (made / "TextKey+French.swift").read_text()


def test_text_missing_in_a_language_is_reported_and_shown_in_english(checkout, capsys):
    root = checkout(page(), '"page.door.of" = "Porte de %1$@";')
    assert complaints(capsys) == "texts: fr.strings: page.door.open is missing\n"
    assert 'static let open = Text("Open", "Open")' in (root / texts.KINDS["page"]).read_text()


@pytest.mark.parametrize("english, french, source, complaint", [
    (page(), page() + '"page.door.shut" = "Fermer";', SHOWN, "fr.strings: page.door.shut is not in en.strings"),
    (page(), page(of="Porte"), SHOWN, "fr.strings: page.door.of has other places than in English"),
    (page(of="Door of %2$@"), page(of="Porte de %2$@"), SHOWN, "en.strings: the places of page.door.of are not numbered"),
    (page(), page(open_text=" Ouvrir"), SHOWN, "fr.strings: page.door.open is empty, or begins or ends with a space"),
    (page(comment=""), page(), SHOWN, "en.strings: no comment says where the texts of page.door are shown"),
    (page(), page(), "let shown = [DoorText.open, HouseText.of(1)]", "page.door.of is shown nowhere"),
    (page() + '"sdk.done" = "Done";', page() + '"sdk.done" = "Terminé";', SHOWN, "en.strings: sdk.done has no comment"),
    (page() + page(), page(), SHOWN, "en.strings: page.door.open is there twice"),
    (page() + '"page.door.shut" = "Shut"', page(), SHOWN, 'en.strings:3: expected "key" = "text"; or a comment'),
    (page() + '"pages.door.shut" = "Shut";', page(), SHOWN, "en.strings: pages.door.shut is no key"),
    (page() + '"page.door.default" = "Usual";', page(), SHOWN, "en.strings: page.door.default is no key"),
    (page() + '"page.door" = "Door";', page(), SHOWN, "en.strings: page.door is no key"),
    (page("A\\u00a0door"), page(), SHOWN, "en.strings: page.door.open has an escape that is unknown, \\u"),
    (page("A\\Ud83d"), page(), SHOWN, "en.strings: page.door.open has an escape that is unknown, \\U"),
    (page(), page("%@ ouverte"), SHOWN, "fr.strings: page.door.open has a place that is none"),
    (page() + '"page.Door.open" = "Open";', page(), SHOWN, "en.strings: page.Door.open is no key"),
    (page() + '/* a */ "sdk.a_b" = "A"; /* b */ "sdk.aB" = "B";', page(), SHOWN, "en.strings: sdk.aB is no key"),
])
def test_mistake_in_a_catalogue_is_reported(checkout, capsys, english, french, source, complaint):
    checkout(english, french, source)
    assert complaint in complaints(capsys)


def test_check_changes_nothing_and_reports_stale_files(checkout, capsys):
    root = checkout(page(), page())
    assert f"{texts.KINDS['page']} is not what Texts says: run scripts/texts" in complaints(capsys, "--check")
    assert not (root / texts.KINDS["page"]).exists()


@pytest.mark.parametrize("german, complaint", [
    (NAMES.format("English", "English"), "en.strings: English is the language of de.strings, too"),
    (NAMES.format("German (Germany)", "Deutsch"), "de.strings: language.name.english is one word"),
    ('"page.door.open" = "Öffnen";', "de.strings: language.name.english is one word"),
])
def test_language_without_its_own_names_is_rejected(checkout, capsys, german, complaint):
    root = checkout(page(), page())
    (root / "Texts/de.strings").write_text(german)
    assert complaint in complaints(capsys)
    assert not (root / texts.SERVER / "SesameText/Language.swift").exists()


def test_new_language_with_names_falls_back_to_english_and_a_removed_one_is_reported(checkout, capsys):
    root = checkout(page(), page())
    (root / "Texts/de.strings").write_text(NAMES.format("German", "Deutsch") + '"page.door.of" = "Tür von %1$@";')
    assert complaints(capsys) == "texts: de.strings: page.door.open is missing\n"
    assert 'Text("Open", "Open", "Open")' in (root / texts.KINDS["page"]).read_text()
    (root / "Texts/de.strings").unlink()
    assert "TextKey+German.swift is of a language that is gone: delete it" in complaints(capsys)


def test_use_in_an_extension_of_the_group_counts(checkout, capsys):
    checkout(page(), page(), "extension DoorText {\n    static var both: [Text] { [open, of(1)] }\n}\n")
    assert not complaints(capsys)


def test_unknown_option_is_rejected(capsys):
    assert texts.main(["--chekc"]) == 2
    assert "texts --help" in capsys.readouterr().err
