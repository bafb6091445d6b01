"""The words of the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Rule:
    """What must not be, what is answered, and examples."""

    id: str
    says: str
    status: int
    code: str
    doors: tuple
    #: By name; what a breach is depends on the kind of the doors.
    breaches: dict[str, Any]
    #: Words of the message, where the API has one: they tell that this rule refused, and no other.
    saying: str = ""
    #: Words of the log, where the answer says nothing of the reason.
    diagnosis: str = ""
    #: Rows that the refusal leaves or changes, by table, if others than its door says.
    writes: dict[str, int] | None = None
    #: The kind of the event that the refusal leaves in the database, if any.
    event: str | None = None
    #: Whether HTTP itself refuses, before a route is asked: then the log has the request and no reason.
    by_http: bool = False
    #: Seconds that pass between the preparation and the attempt.
    after: int = 0
    #: Anything else about the answer.
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
    """Where an attempt is made."""

    #: As the documentation names it.
    name = ""
    #: The shape of refusals: `native`, `contract`, `oauth` or `delivery`.
    shape = "native"
    #: Whether the attempts here have begun long before they are looked at.
    is_begun = False
    #: What a refusal here leaves in the database.
    spends: dict[str, int] = {}

    def prepare(self, world, breach) -> Callable[[], Any]:
        """Does what comes before the attempt, and gives the attempt itself."""
        raise NotImplementedError

    def greet(self, world):
        """The next good request: what the door is for."""
        raise NotImplementedError

    def answer(self, rule: Rule) -> tuple[int, str]:
        """The answer as this door puts it."""
        return rule.status, rule.code
