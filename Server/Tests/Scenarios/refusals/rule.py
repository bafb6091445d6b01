"""The types of the tables of refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Rule:
    """A rule with its breaches and the error response to them."""

    id: str
    says: str
    status: int
    code: str
    doors: tuple
    #: The breaches of the rule by name. Their type depends on the kind of the doors.
    breaches: dict[str, Any]
    #: A part of the error message, if the API has one. It shows that this rule refused the request, and no other.
    saying: str = ""
    #: A part of the diagnosis in the log, if the response does not give the reason.
    diagnosis: str = ""
    #: The number of rows by table that the refusal adds or changes, if it differs from the door's.
    writes: dict[str, int] | None = None
    #: The kind of the event that the refusal stores in the database, if any.
    event: str | None = None
    #: True if the HTTP layer refuses the request before a route is called. The log then has no line `refused`.
    by_http: bool = False
    #: The seconds between the preparation and the attempt.
    after: int = 0
    #: An additional check of the response.
    also: Callable[[Any, Any], None] = field(default=lambda reply, breach: None)

    def attempts(self) -> Iterator[tuple[Rule, Any, str]]:
        for door in self.doors:
            for name in self.breaches:
                yield self, door, name


@dataclass(frozen=True)
class Area:
    """The rules of one subject."""

    title: str
    says: str
    rules: tuple[Rule, ...]


class Door:
    """An endpoint at which attempts are made."""

    #: The endpoint's name in the documentation.
    name = ""
    #: The format of error responses: `native`, `contract`, `oauth` or `delivery`.
    shape = "native"
    #: True if the attempts start long before their results are checked.
    is_begun = False
    #: The number of rows by table that a refusal here adds to the database.
    spends: dict[str, int] = {}

    def prepare(self, world, breach) -> Callable[[], Any]:
        """Prepares an attempt, and returns a function that makes it."""
        raise NotImplementedError

    def greet(self, world):
        """Sends a valid request, which must succeed."""
        raise NotImplementedError

    def answer(self, rule: Rule) -> tuple[int, str]:
        """Returns the status and error code that this door responds with."""
        return rule.status, rule.code
