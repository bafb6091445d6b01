"""Writes `refusals.md`: the rules of all tables with their error responses."""

from refusals import (access_tokens, admin, apple_codes, apps, devices, framing, http, kinds, members, nonces, notifications,
                      passwords, profiles, provider_claims, provider_tokens, refresh_tokens, registration, second_factors,
                      sessions, unclaimed)
from sesame import ROOT

DOCUMENT = ROOT / "Server" / "Tests" / "Scenarios" / "refusals.md"
AREAS = [module.AREA for module in (
    provider_tokens, provider_claims, nonces, apple_codes, notifications, apps, access_tokens, refresh_tokens, kinds,
    sessions, registration, passwords, unclaimed, second_factors, profiles, devices, admin, members, framing, http)]

INTRODUCTION = """\
# What is refused

The rules that requests are held to, and the answer to a breach of each. This page is made from the tables that the \
tests run (`Server/Tests/Scenarios/refusals`): every rule is broken in each of the ways that its table lists, at every \
address named here, in front of the real program.

Whatever is refused:
- The answer is the one below, in the shape of the address: `{"error": {"code", "message", "requestID"}}`; at \
`/auth/…` `{"message"}`; at `/token` `{"error", "error_description"}`; at `/notifications/google` `{"err", \
"description"}`. It is not to be stored, and repeats nothing of the request.
- No row is written, but for a nonce that is spent by it, and what a rule says below.
- The log has the request's id, status and route, and from the domain a line `refused` with code and reason: at level \
`notice`; at `debug` where a person's mistake is the likely cause (`invalid_request`, `weak_password`, `not_found`, \
`account_not_found`), and where a limit has a line of its own. Never a token, a nonce, an address or a name.
- The next good request is answered as ever.

What is good in itself and too much is refused before all of this, with 429: see [limits](../../../docs/operations/rate-limits.md). These servers run \
without them.

They also send texts to every country. In production a number of a country that the operator has not named is 403 \
`provider_required` with `"field": "phone"`: see [countries for texts](../../../docs/guides/passwords.md#countries).
"""


def answers(rule) -> str:
    """Returns the response to a breach of the rule, for each of its endpoints."""
    found: dict[str, list[str]] = {}
    for door in rule.doors:
        status, code = door.answer(rule)
        has_no_code = door.shape == "delivery" or door.shape == "contract" and status != 403
        answer = str(status) if has_no_code else f"{status} `{code}`"
        found.setdefault(answer, []).append(door.name if door.name.startswith("a") else f"`{door.name}`")
    return "; ".join(f"{answer} at {', '.join(doors)}" for answer, doors in found.items())


def traces(rule) -> str:
    return f" Leaves the event `{rule.event}`." if rule.event else ""


def document() -> str:
    lines = [INTRODUCTION]
    for area in AREAS:
        lines += [f"## {area.title}", area.says, ""]
        tables: dict[str, list] = {}
        for rule in area.rules:
            tables.setdefault(answers(rule), []).append(rule)
        for answer, rules in tables.items():
            lines += [f"{answer}:", "", "| Rule | | Ways tried |", "|---|---|---|"]
            lines += [f"| `{rule.id}` | {rule.says}{traces(rule)} | {len(rule.breaches)} |" for rule in rules]
            lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    print(document(), end="")
