"""Tests of scripts/baseline: the changes that count as a break, on small documents."""

import copy
import importlib.machinery
import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "baseline"
spec = importlib.util.spec_from_loader("baseline", importlib.machinery.SourceFileLoader("baseline", str(SCRIPT)))
baseline = importlib.util.module_from_spec(spec)
spec.loader.exec_module(baseline)

DOCUMENT = {
    "paths": {
        "/codes": {
            "post": {
                "parameters": [{"name": "app", "in": "header", "schema": {"type": "string"}}],
                "requestBody": {"required": True, "content": {"application/json": {"schema": {
                    "$ref": "#/components/schemas/Order"}}}},
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Code"}}}},
                    "404": {"$ref": "#/components/responses/Unknown"},
                },
            }
        }
    },
    "components": {
        "responses": {"Unknown": {"content": {"application/json": {"schema": {
            "type": "object", "properties": {"code": {"type": "string", "enum": ["not_found", "gone"]}}}}}}},
        "schemas": {
            "Order": {"type": "object", "required": ["email"], "properties": {
                "email": {"type": "string"}, "form": {"type": "string"}}},
            "Code": {"type": "object", "required": ["id"], "properties": {
                "id": {"type": "string"}, "next": {"type": "array", "items": {"type": "string"}}}},
        },
    },
}


def operation(document):
    return document["paths"]["/codes"]["post"]


def schema(document, name):
    return document["components"]["schemas"][name]


BREAKS = {
    "an operation goes": (lambda d: d["paths"].clear(), "gone: POST /codes"),
    "an answer goes": (lambda d: operation(d)["responses"].pop("404"), "gone: answer POST /codes 404"),
    "an answer's member goes": (lambda d: schema(d, "Code")["properties"].pop("next"), "gone: answer Code.next: array"),
    "an answer's member has another type": (
        lambda d: schema(d, "Code")["properties"]["id"].update(type="integer"), "gone: answer Code.id: string"),
    "an answer's member may be missing": (
        lambda d: schema(d, "Code")["required"].clear(), "gone: answer Code requires id"),
    "a code goes": (
        lambda d: d["components"]["responses"]["Unknown"]["content"]["application/json"]["schema"]["properties"]["code"][
            "enum"].remove("gone"), 'gone: answer POST /codes 404 application/json.code = "gone"'),
    "a request's member is not taken any more": (
        lambda d: schema(d, "Order")["properties"].pop("form"), "gone: request Order.form: string"),
    "a request's member becomes required": (
        lambda d: schema(d, "Order")["required"].append("form"), "asks for more: request Order requires form"),
    "a parameter becomes required": (
        lambda d: operation(d)["parameters"][0].update(required=True),
        "asks for more: request POST /codes requires header app"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_break_of_the_api_is_reported(name):
    change, complaint = BREAKS[name]
    document = copy.deepcopy(DOCUMENT)
    change(document)
    assert complaint in baseline.breaks(baseline.api_lines(DOCUMENT), baseline.api_lines(document))


def test_addition_to_the_api_is_not_a_break():
    document = copy.deepcopy(DOCUMENT)
    schema(document, "Order")["properties"]["language"] = {"type": "string"}
    schema(document, "Order")["required"].remove("email")
    schema(document, "Code")["required"].append("next")
    operation(document)["responses"]["409"] = {}
    document["paths"]["/new"] = {"put": {"requestBody": {"required": True, "content": {}}, "responses": {}}}
    assert baseline.breaks(baseline.api_lines(DOCUMENT), baseline.api_lines(document)) == []


def symbol(path, declaration):
    return {"identifier": {"precise": path}, "pathComponents": path.split("."),
            "declarationFragments": [{"spelling": declaration}]}


SYMBOLS = [symbol("Log", "protocol Log"), symbol("Log.note", "func note()"), symbol("Kind", "enum Kind")]
RELATIONS = [{"kind": "requirementOf", "source": "Log.note", "target": "Log"},
             {"kind": "conformsTo", "source": "Kind", "target": "s:SH", "targetFallback": "Swift.Hashable"}]


def swift(more=(), relations=(), without=None):
    kept = [symbol for symbol in SYMBOLS if symbol["identifier"]["precise"] != without]
    return baseline.swift_lines([*kept, *more], [*RELATIONS, *relations])


def test_break_of_a_package_is_reported():
    before = swift()
    assert baseline.breaks(before, swift(without="Kind")) == ["gone: Kind : Swift.Hashable", "gone: Kind | enum Kind"]
    changed = swift([symbol("Log.note", "func note() throws")], without="Log.note")
    assert baseline.breaks(before, changed) == ["gone: Log.note | func note()"]
    more = [symbol("Log.other", "func other()")]
    asks = [{"kind": "requirementOf", "source": "Log.other", "target": "Log"}]
    assert baseline.breaks(before, swift(more, asks)) == ["asks for more: Log requires Log.other"]
    for declaration in ("third", "third(String)"):
        case = [symbol(f"Kind.{declaration}", f"case {declaration}")]
        assert baseline.breaks(before, swift(case)) == [f"a switch misses: Kind.{declaration} | case {declaration}"]


def test_addition_to_a_package_is_not_a_break():
    more = [symbol("Log.other", "func other()"), symbol("Sink", "protocol Sink"), symbol("Sink.take", "func take()"),
            symbol("Other", "enum Other"), symbol("Other.first", "case first")]
    relations = [{"kind": "requirementOf", "source": "Log.other", "target": "Log"},
                 {"kind": "defaultImplementationOf", "source": "default", "target": "Log.other"},
                 {"kind": "requirementOf", "source": "Sink.take", "target": "Sink"}]
    assert baseline.breaks(swift(), swift(more, relations)) == []


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    monkeypatch.setattr(baseline, "root", tmp_path)
    lines = {f"Type{number} | struct Type{number}" for number in range(9)}
    monkeypatch.setattr(baseline, "surfaces", lambda: {"Thing": set(lines)})
    monkeypatch.setattr(baseline, "SHOWN", ("Thing",))
    return lines, tmp_path / baseline.FOLDER


def test_baseline_is_written_and_later_breaks_fail(checkout, capsys):
    lines, folder = checkout
    assert baseline.main([]) == 1 and "Thing.txt is not there, or empty" in capsys.readouterr().err
    assert baseline.main(["--write"]) == 0 and baseline.main([]) == 0
    lines.remove("Type3 | struct Type3")
    assert baseline.main([]) == 1
    message = capsys.readouterr().err
    assert "Thing: gone: Type3 | struct Type3" in message and "scripts/baseline --write" in message
    assert baseline.main(["--write"]) == 0
    (folder / "Gone.txt").write_text("Type | struct Type\n")
    assert baseline.main([]) == 1 and "Gone.txt: there is no such product" in capsys.readouterr().err


def test_too_many_declarations_fail_without_offering_a_new_baseline(checkout, capsys, monkeypatch):
    assert baseline.main(["--write"]) == 0
    monkeypatch.setattr(baseline, "MOST", 1)
    assert baseline.main([]) == 1
    message = capsys.readouterr().err
    assert "shows" in message and "1 at most" in message and "--write" not in message
    monkeypatch.setattr(baseline, "SHOWN", ("Thing", "Other"))
    assert baseline.main([]) == 1 and "Other: `import Sesame` shows it" in capsys.readouterr().err


def test_empty_surface_fails_and_is_not_written(checkout, capsys):
    lines, folder = checkout
    lines.clear()
    assert baseline.main(["--write"]) == 1 and "only 0 declarations" in capsys.readouterr().err
    assert not folder.exists()


def test_declarations_are_limited_with_and_without_cases_and_requirements(monkeypatch):
    lines = {"A | struct A", "A : Swift.Sendable", "A.b | var b: Int", "E | enum E", "E.c | case c", "P | protocol P",
             "P.d() | func d()", "P requires P.d()"}
    monkeypatch.setattr(baseline, "MOST", 6)
    monkeypatch.setattr(baseline, "MOST_OF_OTHERS", 4)
    assert baseline.excess(lines) == []
    assert baseline.excess(lines | {"E.f | case f"}) == ["`import Sesame` shows 7 declarations, 6 at most"]
    monkeypatch.setattr(baseline, "MOST", 7)
    assert baseline.excess(lines | {"A.g | let g: Int"}) == [
        "`import Sesame` shows 5 declarations without cases and requirements, 4 at most"]
