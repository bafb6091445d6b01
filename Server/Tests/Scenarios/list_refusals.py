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
# Refusals

The rules that the server enforces on requests, with the error response to each breach. This page is generated from \
the tables that the tests run (`Server/Tests/Scenarios/refusals`). The tests break every rule in each of the ways that \
its table lists, at every endpoint named here, on the real program.

For every refusal:
- The response has the status and code listed below, in the endpoint's error format: `{"error": {"code", "message", \
"requestID"}}`; at `/auth/…` `{"message"}`, and also `code` if the status is 403; at `/token` `{"error", \
"error_description"}`; at `/notifications/google` `{"err", "description"}`. It has `Cache-Control: no-store`, and \
repeats no token, nonce or code of the request.
- The refusal changes nothing in the database, except that it uses up the request's nonce. The rules below state all \
other changes.
- The log has the request's id, status and route. Unless the HTTP layer refused the request, the log also has a line \
`refused` with code and reason, at level `notice`. The level is `debug` for a user's likely mistake \
(`invalid_request`, `weak_password`, `not_found`, `account_not_found`) and for a rate limit, which has its own log \
line. The log never contains a token, a nonce, an address or a name.
- The next valid request succeeds.

A valid request that exceeds a rate limit is refused with 429: see \
[rate limits](../../../docs/operations/rate-limits.md). The servers of these tests run without rate limits.

These servers also send texts to every country. In production, a phone number of a country that the operator has not \
allowed is refused with 403 `provider_required` and `"field": "phone"`: see \
[countries for texts](../../../docs/guides/passwords.md#countries).
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
    return f" The refusal stores the event `{rule.event}`." if rule.event else ""


def document() -> str:
    lines = [INTRODUCTION]
    for area in AREAS:
        lines += [f"## {area.title}", area.says, ""]
        tables: dict[str, list] = {}
        for rule in area.rules:
            tables.setdefault(answers(rule), []).append(rule)
        for answer, rules in tables.items():
            lines += [f"{answer}:", "", "| Rule | Requirement | Breaches tested |", "|---|---|---|"]
            lines += [f"| `{rule.id}` | {rule.says}{traces(rule)} | {len(rule.breaches)} |" for rule in rules]
            lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    print(document(), end="")
