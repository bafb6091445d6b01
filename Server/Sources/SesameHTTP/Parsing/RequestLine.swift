import NIOHTTP1

/// The parser of `METHOD SP target SP HTTP/1.x`, with exactly one space each (RFC 9112 section 3).
enum RequestLine {
    static let maxMethodBytes = 32

    static func parse(_ line: UnsafeBufferPointer<UInt8>) throws(HTTPError) -> RequestHead {
        let space = UInt8(ascii: " ")
        guard let first = line.firstIndex(of: space), first > 0, first <= maxMethodBytes,
            line[..<first].allSatisfy(ASCII.isToken)
        else { throw .malformedRequest("the method is malformed") }
        let rest = line[(first + 1)...]
        guard let second = rest.firstIndex(of: space) else {
            throw .malformedRequest("the request line is malformed")
        }
        return RequestHead(
            method: method(line[..<first]), target: try target(line[(first + 1)..<second]),
            minorVersion: try minorVersion(line[(second + 1)...]))
    }

    private static func method(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> HTTPMethod {
        HTTPMethod(rawValue: String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self))
    }

    /// Returns the request target: printable ASCII without a fragment, in origin form, or the asterisk of `OPTIONS *`.
    ///
    /// The absolute form is refused, because it is for proxies and could contradict the `Host` field.
    private static func target(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(HTTPError) -> String {
        let isPrintable = bytes.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "#") }
        guard isPrintable, bytes.first == UInt8(ascii: "/") || bytes.elementsEqual([UInt8(ascii: "*")]) else {
            throw .malformedRequest("the request target is malformed")
        }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
    }

    private static func minorVersion(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(HTTPError) -> Int {
        guard bytes.count == 8, bytes.dropLast().elementsEqual("HTTP/1.".utf8), let last = bytes.last,
            last == UInt8(ascii: "0") || last == UInt8(ascii: "1")
        else { throw .malformedRequest("the version must be HTTP/1.0 or HTTP/1.1") }
        return Int(last - UInt8(ascii: "0"))
    }
}
