"""Tests of the OpenAPI document against the server, and of the commands on its page."""

import html
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema_rs
import pytest

from client import ok
from patience import PATIENCE

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def document(server):
    return ok(server.api.get("/openapi.json"))


def resolved(document: dict, value: dict) -> dict:
    if reference := value.get("$ref"):
        for name in reference.removeprefix("#/").split("/"):
            document = document[name]
        return document
    return value


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])
def test_schemathesis_finds_no_response_that_the_document_lacks(start, tmp_path, every):
    """Covers all routes, or every tenth of them."""
    server = start()
    paths = list(ok(server.api.get("/openapi.json"))["paths"])[::every]
    environment = {**os.environ, "SESAME_URL": server.url, "SESAME_PROVIDERS": server.providers.url,
                   "SESAME_ADMIN_KEY": server.admin_key,
                   "SCHEMATHESIS_HOOKS": "openapi_hooks", "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1",
                   "no_proxy": "*"}
    result = subprocess.run(
        [Path(sys.executable).with_name("schemathesis"), "--config-file", HERE / "schemathesis.toml", "run",
         *(word for path in paths for word in ("--include-path", path)), f"{server.url}/openapi.json"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=20 * PATIENCE)
    assert result.returncode == 0, result.stdout[-20000:] + result.stderr[-2000:]


def test_every_example_matches_its_schema(document):
    seen = 0

    def check(schema: dict, example):
        nonlocal seen
        seen += 1
        jsonschema_rs.validator_for({**schema, "components": document["components"]}).validate(example)

    def walk(value):
        if isinstance(value, list):
            for element in value:
                walk(element)
        if not isinstance(value, dict):
            return
        if "schema" in value:
            examples = [example["value"] for example in value.get("examples", {}).values()]
            for example in examples + ([value["example"]] if "example" in value else []):
                check(value["schema"], example)
        for member in value.values():
            walk(member)

    walk(document)
    assert seen > 80


def test_every_json_body_in_the_document_has_an_example(document):
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            bodies = [operation.get("requestBody", {})] + [
                resolved(document, answer) for answer in operation["responses"].values()]
            for body in bodies:
                media = body.get("content", {}).get("application/json")
                assert media is None or "example" in media or "examples" in media or path == "/openapi.json", path


def commands(page: str) -> list[str]:
    return [html.unescape(text) for text in re.findall(r'<pre class="sample"><code>(.*?)</code></pre>', page, re.S)]


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])
def test_commands_on_the_page_work_when_pasted(server, tmp_path, every):
    page = server.api.get("/docs")
    assert page.status_code == 200
    (tmp_path / ".curlrc").write_text("fail-with-body\n")
    environment = {**os.environ, "HOME": str(tmp_path), "CURL_HOME": str(tmp_path), "no_proxy": "*",
                   "SESAME_ADMIN_KEY": server.admin_key}
    found = commands(page.text)
    assert len(found) > 20
    for command in found[::every]:
        here = command.replace("http://127.0.0.1:8081", server.providers.url)
        assert "http://127.0.0.1:8080" not in here
        result = subprocess.run(["bash", "-c", here], env=environment, capture_output=True, text=True, timeout=PATIENCE)
        assert result.returncode == 0, f"{here}\n{result.stdout}{result.stderr}"


def test_every_operation_that_needs_no_browser_has_a_sample_command(document):
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method != "parameters" and operation["tags"] not in (["Pages"], ["OAuth"]):
                assert operation["x-codeSamples"], f"{method} {path}"


@pytest.mark.parametrize("path", ["/openapi.json", "/docs", "/docs?lang=fr"])
def test_documents_are_compressed_for_clients_that_accept_it(server, path):
    plain = server.api.get(path, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    compressed = server.api.get(path, headers={"Accept-Encoding": "gzip"})
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert int(compressed.headers["Content-Length"]) * 4 < int(plain.headers["Content-Length"])
    assert compressed.text == plain.text
    for answer in (plain, compressed):
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert answer.headers["Content-Type"] == plain.headers["Content-Type"]
