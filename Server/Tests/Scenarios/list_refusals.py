"""Writes `docs/refusals.md`: the rules of all tables with their answers."""

from refusals import (access_tokens, apps, framing, http, kinds, members, nonces, provider_claims, provider_tokens,
                      refresh_tokens, registration, sessions)
from sesame import ROOT

DOCUMENT = ROOT / "docs" / "refusals.md"
AREAS = [module.AREA for module in (
    provider_tokens, provider_claims, nonces, apps, access_tokens, refresh_tokens, kinds, sessions, registration,
    members, framing, http)]

INTRODUCTION = """\
# What is refused

The rules that requests are held to, and the answer to a breach of each. This page is made from the tables that the \
tests run (`Server/Tests/Scenarios/refusals`): every rule is broken in each of the ways that its table lists, at every \
address named here, in front of the real program.

Whatever is refused:
- The answer is the one below, in the shape of the address: `{"error": {"code", "message", "requestID"}}`; at \
`/auth/…` `{"message"}`; at `/token` `{"error", "error_description"}`. It is not to be stored, and repeats \
nothing of the request.
- No row is written, but for a nonce that is spent by it, and what a rule says below.
- The log has the request's id, status and route, and from the domain a line `refused` with code and reason: at level \
`notice`, or `debug` where a person's mistake is the likely cause (`invalid_request`, `not_found`). Never a token, a \
nonce, an address or a name.
- The next good request is answered as ever.
"""


def answers(rule) -> str:
    found: dict[tuple, list[str]] = {}
    for door in rule.doors:
        found.setdefault(shown(rule, door), []).append(f"`{door.name}`")
    if len(found) == 1:
        [answer] = found
        return answer
    return "; ".join(f"{answer} at {', '.join(doors)}" for answer, doors in found.items())


def shown(rule, door) -> str:
    status, code = door.answer(rule)
    return str(status) if door.shape == "contract" else f"{status} `{code}`"


def traces(rule) -> str:
    return f" Leaves the event `{rule.event}`." if rule.event else ""


def document() -> str:
    lines = [INTRODUCTION]
    for area in AREAS:
        lines += [f"## {area.title}", area.says, "", "| Rule | | Answer | Ways tried |", "|---|---|---|---|"]
        for rule in area.rules:
            lines.append(
                f"| `{rule.id}` | {rule.says}{traces(rule)} | {answers(rule)} | {len(rule.breaches)} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    print(document(), end="")
