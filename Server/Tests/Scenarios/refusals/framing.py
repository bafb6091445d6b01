"""Refusals of ambiguous message framing, which two parsers could read differently."""

from .doors import Wire
from .rule import Area, Rule

POST = b"POST /v1/sign-in/anonymous HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
GET = b"GET /healthz HTTP/1.1\r\n"
BODY = b"2\r\n{}\r\n0\r\n\r\n"
DOORS = (Wire("any path (sent at once)"), Wire("any path (sent in pieces)", pieces=40))


def length(value: bytes) -> bytes:
    return POST + b"Content-Length: " + value + b"\r\n\r\n{}"


def coding(value: bytes) -> bytes:
    return POST + b"Transfer-Encoding: " + value + b"\r\n\r\n" + BODY


def chunks(body: bytes) -> bytes:
    return POST + b"Transfer-Encoding: chunked\r\n\r\n" + body


def field(line: bytes) -> bytes:
    return GET + b"Host: a\r\n" + line + b"\r\n\r\n"


def line(text: bytes) -> bytes:
    return text + b"\r\nHost: a\r\n\r\n"


def closed(reply, breach):
    assert reply.headers["connection"] == "close"


def rule(name, says, breaches, status=400, saying="") -> Rule:
    return Rule(f"framing.{name}", says, status, "invalid_request", DOORS, breaches, saying, by_http=True, also=closed)


AREA = Area(
    "Message framing",
    "The server refuses every request that two programs could read differently. It then closes the connection "
    "and reads none of the bytes after the request.",
    (
        rule("length-or-chunks", "A request must not have both `Content-Length` and `Transfer-Encoding`.", {
            "length and chunks": POST + b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
            "chunks and length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n" + BODY,
            "lower case": POST + b"content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nG",
        }, saying="Content-Length and Transfer-Encoding are not allowed together"),
        rule("length-once", "`Content-Length` must not be repeated.", {
            "two": POST + b"Content-Length: 2\r\nContent-Length: 0\r\n\r\n{}",
            "two that agree": POST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
            "in upper and lower case": POST + b"Content-Length: 2\r\ncontent-length: 2\r\n\r\n{}",
        }, saying="duplicate Host, Content-Length or Transfer-Encoding"),
        rule("length", "`Content-Length` must be 1 to 18 decimal digits.", {
            "a list": length(b"2, 2"), "a sign": length(b"+2"), "negative": length(b"-2"),
            "hexadecimal": length(b"0x2"), "empty": length(b""), "huge": length(b"99999999999999999999999"),
            "two words": length(b"1 2"),
            "an exponent": length(b"2e0"), "a fraction": length(b"2.0"), "past 63 bits": length(b"9223372036854775808"),
            "Arabic digits": length("٢".encode()),
        }, saying="Content-Length header field is malformed"),
        rule("coding", "`Transfer-Encoding` must be `chunked`.", {
            "gzip": coding(b"gzip"), "two codings": coding(b"gzip, chunked"), "chunked first": coding(b"chunked, gzip"),
            "identity": coding(b"identity"), "nearly chunked": coding(b"xchunked"), "in quotes": coding(b'"chunked"'),
            "with a parameter": coding(b"chunked;q=1"), "empty": coding(b""),
        }, saying="transfer encoding"),
        rule("coding-once", "`Transfer-Encoding` must not be repeated.", {
            "twice": POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + BODY,
            "and identity": POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + BODY,
        }, saying="duplicate Host, Content-Length or Transfer-Encoding"),
        rule("coding-version", "An HTTP/1.0 request must not have `Transfer-Encoding`.", {
            "chunks": POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n" + BODY},
             saying="not allowed in HTTP/1.0"),
        rule("chunk", "A chunk must have its size in 1 to 8 hexadecimal digits, that many bytes, and a line break.", {
            "a signed size": chunks(b"+2\r\n{}\r\n0\r\n\r\n"), "a size with 0x": chunks(b"0x2\r\n{}\r\n0\r\n\r\n"),
            "no size": chunks(b"\r\n{}\r\n0\r\n\r\n"), "a huge size": chunks(b"ffffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
            "more bytes than the size": chunks(b"1\r\n{}\r\n0\r\n\r\n"),
            "a negative size": chunks(b"-2\r\n{}\r\n0\r\n\r\n"), "a space": chunks(b"2 \r\n{}\r\n0\r\n\r\n"),
            "CR in an extension": chunks(b"2;\ra\r\n{}\r\n0\r\n\r\n"),
            "a long extension": chunks(b"2;" + b"a" * 300 + b"\r\n{}\r\n0\r\n\r\n"),
        }, saying="chunk"),
        rule("trailer", "A chunked body must not have trailer fields.", {
            "a field": chunks(b"2\r\n{}\r\n0\r\nX-A: b\r\n\r\n"),
            "a length": chunks(b"2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n"),
        }, saying="trailer"),
        rule("name", "A header field's name must be a token, directly before the colon.", {
            "a space before the colon": GET + b"Host : a\r\n\r\n", "a tab": GET + b"Host\t: a\r\n\r\n",
            "a space before the length's colon": POST + b"Content-Length : 2\r\n\r\n{}",
            "no colon": field(b"X-A"), "no name": field(b": a"), "brackets": field(b"X(A): a"),
            "NUL": field(b"X\0A: b"), "a non-ASCII letter": field("é: a".encode()),
        }, saying="field name"),
        rule("folding", "A header field must be on one line.", {
            "a folded line": field(b"X-A: a\r\n b"), "folded with a tab": field(b"X-A: a\r\n\tb"),
            "the first field": GET + b" Host: a\r\n\r\n", "a coding": coding(b"\r\n chunked"),
        }),
        rule("value", "A header field's value must be valid UTF-8 without control characters.", {
            "NUL": field(b"X-A: a\0b"), "escape": field(b"X-A: a\x1bb"), "DEL": field(b"X-A: a\x7fb"),
            "a vertical tab": coding(b"\x0bchunked"), "invalid UTF-8": field(b"X-A: \xff"),
        }, saying="field value"),
        rule("line-end", "A line must end with CR LF.", {
            "LF everywhere": b"GET /healthz HTTP/1.1\nHost: a\n\n", "LF in a field": GET + b"Host: a\nX-A: b\r\n\r\n",
            "CR in a field": field(b"X-A: a\rb"), "two CR": GET + b"Host: a\r\rX: a\r\n\r\n",
            "LF at the end of the head": GET + b"Host: a\r\n\n",
            "LF after a chunk's size": chunks(b"2\n{}\r\n0\r\n\r\n"),
            "LF after a chunk": chunks(b"2\r\n{}\n0\r\n\r\n"),
        }),
        rule("host", "An HTTP/1.1 request must have exactly one `Host`, with a valid value.", {
            "none": GET + b"X-A: a\r\n\r\n", "two": GET + b"Host: a\r\nHost: a\r\n\r\n",
            "two words": GET + b"Host: a b\r\n\r\n", "empty": GET + b"Host: \r\n\r\n",
            "a path": GET + b"Host: a/b\r\n\r\n",
            "user information": GET + b"Host: a@b\r\n\r\n", "a list": GET + b"Host: a, b\r\n\r\n",
        }, saying=""),
        rule("request-line", "The request line must be a method, a target and a version, separated by single spaces.", {
            "no version": line(b"GET /healthz"), "two spaces": line(b"GET  /healthz HTTP/1.1"),
            "a tab": line(b"GET\t/healthz HTTP/1.1"), "a fourth part": line(b"GET /healthz HTTP/1.1 x"),
            "no method": line(b" /healthz HTTP/1.1"), "a method with a bracket": line(b"G(T /healthz HTTP/1.1"),
            "NUL": line(b"GET /health\0z HTTP/1.1"), "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
            "lower case": line(b"GET /healthz http/1.1"), "no number": line(b"GET /healthz HTTP/1.x"),
        }),
        rule("version", "The version must be HTTP/1.0 or HTTP/1.1.", {
            "0.9": line(b"GET /healthz HTTP/0.9"), "2.0": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "1.2": line(b"GET /healthz HTTP/1.2"),
        }),
    ),
)
