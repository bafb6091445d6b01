import NIOCore
import NIOHTTP1

/// A serializer of HTTP/1.1 responses, which adds the fields that only the server sets, such as `Content-Length` and
/// `Date`.
struct ResponseWriter {
    private var dates = DateCache()

    /// The header fields that only the server sets. A second length would break the framing of the response.
    private static let owned = ["content-length", "transfer-encoding", "connection", "date", "x-request-id"]

    /// Returns true if all header fields are valid. Names and values come from handlers; a line break in one of them
    /// would allow response splitting.
    static func isSound(_ response: HTTPResponse) -> Bool {
        response.headers.allSatisfy { field in
            !field.name.isEmpty && field.name.utf8.allSatisfy(ASCII.isToken)
                && field.value.utf8.allSatisfy(ASCII.isFieldValue)
        }
    }

    /// The longest body that is written with its head.
    static let maxWholeBody = 16_384

    /// Writes a response, but not a long body.
    ///
    /// - Returns: The body if it is longer than ``maxWholeBody``, without a copy; empty otherwise. The caller writes
    ///   it.
    mutating func write(
        _ response: HTTPResponse, id: RequestID?, isHead: Bool, closes: Bool, into buffer: inout ByteBuffer
    ) -> ArraySlice<UInt8> {
        let status = response.status
        if status == .ok {
            buffer.writeStaticString("HTTP/1.1 200 OK\r\n")
        } else {
            buffer.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        }
        for field in response.headers where !Self.isOwned(field.name) {
            buffer.writeString(field.name)
            buffer.writeStaticString(": ")
            buffer.writeString(field.value)
            buffer.writeStaticString("\r\n")
        }
        let hasNoBody = status.code == 204 || status.code == 304
        if !hasNoBody {
            buffer.writeStaticString("Content-Length: ")
            buffer.writeString(String(response.body.count))
            buffer.writeStaticString("\r\n")
        }
        buffer.writeStaticString("Date: ")
        buffer.writeString(dates.current())
        if let id {
            buffer.writeStaticString("\r\nX-Request-ID: ")
            buffer.writeString(id.description)
        }
        buffer.writeStaticString(closes ? "\r\nConnection: close\r\n\r\n" : "\r\n\r\n")
        if isHead || hasNoBody { return [] }
        if response.body.count > Self.maxWholeBody { return response.body[...] }
        buffer.writeBytes(response.body)
        return []
    }

    private static func isOwned(_ name: String) -> Bool {
        let bytes = name.utf8
        switch bytes.count {
        case 4, 10, 12, 14, 17:
            return owned.contains { $0.utf8.elementsEqual(bytes.lazy.map(ASCII.lower)) }
        default: return false
        }
    }
}
