"""The types of the tables of refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Rule:
    """A rule: the forbidden requests, the error response, and examples."""

    id: str
    says: str
    status: int
    code: str
    doors: tuple
    #: Breaches of the rule by name. Their type depends on the kind of the doors.
    breaches: dict[str, Any]
    #: Words of the error message, if the API has one. They show that this rule refused, and no other.
    saying: str = ""
    #: Words of the log, if the response does not give the reason.
    diagnosis: str = ""
    #: The number of rows by table that the refusal adds or changes, if it differs from the door's.
    writes: dict[str, int] | None = None
    #: The kind of the event that the refusal stores in the database, if any.
    event: str | None = None
    #: True if the HTTP layer refuses before a route is called. The log then has the request and no reason.
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
