"""Makes an attempt, and checks all observable results against its rule."""

from secrets_seen import SecretsSeen

from .book import Book, Log
from .rule import Door, Rule
from .world import World

MEMBERS = {"code", "message", "requestID", "field", "retryAfter", "missing", "registration", "presentedVersion", "profile"}
#: The error codes of RFC 8935.
DELIVERY_ERRORS = {"invalid_request", "invalid_key", "invalid_issuer", "invalid_audience"}
#: The error codes for a user's likely mistakes, which are logged at level `debug`.
QUIET = {"invalid_request", "weak_password", "not_found", "account_not_found"}


class Runner:
    def __init__(self, server):
        self.server = server
        self.world = World(server)
        self._book, self._log = Book(server), Log(server.log_file)

    def check(self, rule: Rule, door: Door, breach):
        self.world.said.clear()
        attempt = door.prepare(self.world, breach)
        if rule.after:
            self.server.providers.advance_clock(rule.after)
        self._book.begin()
        self._log.rewind() if door.is_begun else self._log.skip()
        reply = attempt()
        self._check_answer(rule, door, reply)
        rule.also(reply, breach)
        self._check_log(rule, door, reply)
        # The server has finished the request when the log has its last line.
        self._check_rows(rule, door, reply)
        if rule.after:
            self.server.providers.reset_clock()
        door.greet(self.world)

    def _check_answer(self, rule: Rule, door: Door, reply):
        status, code = door.answer(rule)
        assert reply.status == status, f"{reply.status}, not {status}: {reply.body[:500]}"
        assert reply.headers["cache-control"] == "no-store"
        assert reply.headers["content-type"].startswith("application/json")
        body, message = reply.json, ""
        match door.shape:
            case "native":
                error = body["error"]
                assert list(body) == ["error"] and set(error) <= MEMBERS, body
                assert error["requestID"] == reply.request_id
                message = error["message"]
                assert (error["code"], rule.saying in message) == (code, True), body
            case "oauth":
                assert set(body) == {"error", "error_description"}, body
                message = body["error_description"]
                assert (body["error"], rule.saying in message) == (code, True), body
            case "delivery":
                assert set(body) == {"err", "description"}, body
                assert body["err"] in DELIVERY_ERRORS and rule.saying in body["description"], body
            case "contract":
                members = {"message", "code"} if status == 403 else {"message"}
                assert set(body) == members, body
        if status == 401 and door.shape != "oauth":
            assert reply.headers["www-authenticate"].startswith("Bearer")
        repeated = [secret for secret in self.world.said if secret.encode() in reply.body]
        assert not repeated, "the response repeats a secret of the request"

    def _check_rows(self, rule: Rule, door: Door, reply):
        new, gone = self._book.changes()
        expected = dict(door.spends if rule.writes is None else rule.writes)
        if rule.event:
            expected["events"] = 1
            kinds = self.server.query("SELECT kind FROM events WHERE request_id = ?", reply.request_id)
            assert kinds == [(rule.event,)]
        assert new == expected, f"new or changed rows: {new}, not {expected}"
        assert not {table: count for table, count in gone.items() if count > new.get(table, 0)}, f"lost rows: {gone}"

    def _check_log(self, rule: Rule, door: Door, reply):
        lines = self._log.of(reply.request_id)
        [answered] = [line for line in lines if line["message"] == "request"]
        assert answered["status"] == str(reply.status)
        refused = [line for line in lines if line["message"] == "refused"]
        if rule.by_http:
            assert refused == []
        else:
            [line] = refused
            assert line["code"] == rule.code and line["reason"], line
            assert rule.diagnosis in line.get("diagnosis", ""), line
            assert line["level"] == ("debug" if rule.code in QUIET else "notice"), line
        assert not [line for line in lines if line["level"] in ("error", "critical")], lines
        text = self._log.new()
        for secret in self.world.said:
            spellings = SecretsSeen.spellings(SecretsSeen.telling_part(secret))
            assert not any(spelling in text for spelling in spellings), "the log contains a secret"

    def close(self):
        self._book.close()
        self._log.close()
