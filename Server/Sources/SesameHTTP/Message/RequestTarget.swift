/// A request target in origin form (RFC 9112 section 3.2.1), split into percent-decoded path segments and query
/// parameters.
///
/// The path is not normalized in any other way. An ambiguous one (an encoded slash, a dot segment, an empty segment, a backslash) is
/// refused, so that a proxy and this server always see the same route.
struct RequestTarget: Sendable {
    /// The maximum number of segments. The longest known path has about ten; the limit keeps matching cheap.
    static let maxSegments = 64

    var path: [String]
    var query: QueryParameters

    init(_ target: String) throws(HTTPError) {
        var target = target
        let parsed: Result<RequestTarget, HTTPError> = target.withUTF8 { bytes in
            do throws(HTTPError) {
                return .success(try RequestTarget(bytes: bytes))
            } catch {
                return .failure(error)
            }
        }
        self = try parsed.get()
    }

    init(bytes: UnsafeBufferPointer<UInt8>) throws(HTTPError) {
        guard bytes.first == UInt8(ascii: "/") else { throw .malformedRequest("the request target must be a path") }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        path = []
        if mark > 1 {
            path.reserveCapacity(8)
            var start = 1
            while start <= mark {
                var end = start
                var isPlain = true
                while end < mark, bytes[end] != UInt8(ascii: "/") {
                    isPlain = isPlain && Self.isPlain(bytes[end])
                    end += 1
                }
                guard path.count < Self.maxSegments else { throw .notFound }
                path.append(try Self.segment(bytes[start..<end], isPlain: isPlain))
                start = end + 1
            }
        }
        query =
            mark == bytes.endIndex
            ? QueryParameters() : try QueryParameters(formEncoded: bytes[(mark + 1)...])
    }

    private static func segment(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, isPlain: Bool
    ) throws(HTTPError) -> String {
        guard !bytes.isEmpty else { throw .notFound }
        let text: String
        if isPlain {
            text = String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
        } else {
            text = try PercentEncoding.decode(bytes, plusIsSpace: false)
            let isAmbiguous = text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
            guard !isAmbiguous else {
                throw .malformedRequest("a path segment contains an encoded slash or a backslash")
            }
        }
        guard !ASCII.equal(text, "."), !ASCII.equal(text, "..") else {
            throw .malformedRequest("dot segments are not allowed in the path")
        }
        return text
    }

    /// Returns true for printable ASCII that represents itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "\\")
    }
}

extension RequestTarget {
    /// A placeholder for a target that could not be read.
    static let none = RequestTarget(path: [], query: QueryParameters())

    private init(path: [String], query: QueryParameters) {
        self.path = path
        self.query = query
    }
}
