"""An HTTP response, independent of the client that received it."""

import json
from dataclasses import dataclass

import requests

from raw import answers, status


@dataclass
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    @classmethod
    def of(cls, answer: requests.Response) -> "Reply":
        return cls(answer.status_code, {name.lower(): value for name, value in answer.headers.items()}, answer.content)

    @classmethod
    def raw(cls, answer: bytes) -> "Reply":
        assert answers(answer) == 1, f"{answers(answer)} responses: {answer[:500]}"
        head, _, body = answer.partition(b"\r\n\r\n")
        fields = (line.decode().split(": ", 1) for line in head.split(b"\r\n")[1:])
        return cls(status(answer), {name.lower(): value for name, value in fields}, body)

    @property
    def json(self) -> dict:
        return json.loads(self.body)

    @property
    def request_id(self) -> str:
        return self.headers["x-request-id"]
