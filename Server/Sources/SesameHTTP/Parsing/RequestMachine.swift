import NIOCore

/// A state machine that parses requests: bytes in, actions out, without input or output of its own.
///
/// The result never depends on how the bytes were split into packets. After `reject` it reads nothing more, because the
/// start of the next request is unknown.
struct RequestMachine {
    enum Action {
        /// All usable bytes have been consumed; call `next` again when more bytes arrive.
        case needsMore
        /// The head is valid. `bodyLimit` and `overflow` may be set now; `body` or `reject` follows.
        case head(RequestHead)
        /// The request is complete. The bytes are its body without chunk framing; empty if there is no body.
        case body([UInt8])
        /// The request is invalid: respond with this problem and close the connection.
        case reject(HTTPError)
    }

    enum Progress: Equatable {
        case betweenRequests, inHead, inBody, failed
    }

    /// The maximum number of bytes of the current request's body, reset to the default at the end of each head.
    var bodyLimit: Int
    /// The error if the current request's body exceeds `bodyLimit`, reset to `payloadTooLarge` at the end of each head.
    var overflow = HTTPError.payloadTooLarge

    private let limits: HTTPLimits
    private var phase = Phase.start
    private var lines = LineReader()
    private var head: RequestHead?
    private var fields = FieldScanner()
    private var headBytes = 0
    private var hasSkippedLine = false
    private var body: [UInt8] = []

    private enum Phase: Equatable {
        case start, fields, fixed(remaining: Int), chunkSize, chunk(remaining: Int), chunkEnd, trailer, end, failed
    }

    /// The maximum length in bytes of a chunk-size line, including its extensions, which are ignored.
    private static let maxChunkLineBytes = 256

    init(limits: HTTPLimits) {
        self.limits = limits
        bodyLimit = limits.defaultBody
    }

    /// Returns the parser's position in the current request, given the bytes that are not consumed yet.
    func progress(_ buffer: ByteBuffer) -> Progress {
        switch phase {
        case .start: buffer.readableBytes == 0 && !hasSkippedLine ? .betweenRequests : .inHead
        case .fields: .inHead
        case .failed: .failed
        default: .inBody
        }
    }

    /// The number of bytes of the current request's body that have arrived.
    var bodyBytes: Int { body.count }

    /// Returns the next action. Call this until it returns `needsMore` or `reject`.
    mutating func next(_ buffer: inout ByteBuffer) -> Action {
        do throws(HTTPError) {
            while true {
                if let action = try step(&buffer) { return action }
            }
        } catch {
            phase = .failed
            return .reject(error)
        }
    }

    /// Performs one step and returns its action; nil if the step only changed the state.
    private mutating func step(_ buffer: inout ByteBuffer) throws(HTTPError) -> Action? {
        switch phase {
        case .start: return try readRequestLine(&buffer)
        case .fields: return try readField(&buffer)
        case .fixed(let remaining):
            guard remaining <= bodyLimit - body.count else { throw overflow }
            let missing = take(remaining, from: &buffer)
            phase = missing == 0 ? .end : .fixed(remaining: missing)
            return missing == 0 ? nil : .needsMore
        case .chunkSize: return try readChunkSize(&buffer)
        case .chunk(let remaining):
            let missing = take(remaining, from: &buffer)
            phase = missing == 0 ? .chunkEnd : .chunk(remaining: missing)
            return missing == 0 ? nil : .needsMore
        case .chunkEnd:
            guard let line = try lines.next(&buffer, limit: 0, orElse: Self.badChunk) else { return .needsMore }
            guard line.readableBytes == 0 else { throw Self.badChunk }
            phase = .chunkSize
            return nil
        case .trailer:
            guard let line = try lines.next(&buffer, limit: 0, orElse: Self.badTrailer) else { return .needsMore }
            guard line.readableBytes == 0 else { throw Self.badTrailer }
            phase = .end
            return nil
        case .end:
            defer { reset() }
            return .body(body)
        case .failed: return .needsMore
        }
    }

    private mutating func readRequestLine(_ buffer: inout ByteBuffer) throws(HTTPError) -> Action? {
        guard let line = try lines.next(&buffer, limit: limits.maxRequestLineBytes, orElse: .targetTooLong) else {
            return .needsMore
        }
        if line.readableBytes == 0, !hasSkippedLine {
            // RFC 9112 section 2.2: some old clients send one empty line before a request, which is harmless.
            hasSkippedLine = true
            return nil
        }
        headBytes = line.readableBytes + 2
        head = try line.parsed(RequestLine.parse)
        phase = .fields
        return nil
    }

    private mutating func readField(_ buffer: inout ByteBuffer) throws(HTTPError) -> Action? {
        let limit = max(0, limits.head - headBytes - 2)
        guard let line = try lines.next(&buffer, limit: limit, orElse: .headTooLarge) else { return .needsMore }
        headBytes += line.readableBytes + 2
        guard headBytes <= limits.head else { throw .headTooLarge }
        guard line.readableBytes == 0 else {
            guard fields.count < limits.fields else { throw .headTooLarge }
            var fields = fields
            self.fields = FieldScanner()
            defer { self.fields = fields }
            try line.parsed { bytes throws(HTTPError) in try fields.add(bytes) }
            return nil
        }
        guard var head else { throw .internal }
        try fields.finish(&head)
        bodyLimit = limits.defaultBody
        overflow = .payloadTooLarge
        switch head.framing {
        case .none: phase = .end
        case .length(let length): phase = .fixed(remaining: length)
        case .chunked: phase = .chunkSize
        }
        return .head(head)
    }

    private mutating func readChunkSize(_ buffer: inout ByteBuffer) throws(HTTPError) -> Action? {
        guard let line = try lines.next(&buffer, limit: Self.maxChunkLineBytes, orElse: Self.badChunk) else {
            return .needsMore
        }
        let size = try line.parsed(Self.chunkSize)
        guard size <= bodyLimit - body.count else { throw overflow }
        phase = size > 0 ? .chunk(remaining: size) : .trailer
        return nil
    }

    private static let badChunk = HTTPError.malformedRequest("a chunk is malformed")
    /// The error for trailer fields, which are refused: Sesame's clients send none, and merging trailers into the
    /// header is a known vulnerability.
    private static let badTrailer = HTTPError.malformedRequest("trailer fields are not allowed")

    /// Returns the chunk's size in bytes from one to eight hexadecimal digits, followed by nothing or by `;` and
    /// printable extensions.
    private static func chunkSize(_ line: UnsafeBufferPointer<UInt8>) throws(HTTPError) -> Int {
        let end = line.firstIndex(of: UInt8(ascii: ";")) ?? line.endIndex
        guard (1...8).contains(end), line[end...].allSatisfy(ASCII.isFieldValue) else { throw badChunk }
        var size = 0
        for byte in line[..<end] {
            guard let digit = ASCII.hexValue(byte) else { throw badChunk }
            size = size << 4 | Int(digit)
        }
        return size
    }

    /// Moves up to `count` bytes into the body and returns the number of missing bytes.
    private mutating func take(_ count: Int, from buffer: inout ByteBuffer) -> Int {
        let available = min(count, buffer.readableBytes)
        if available > 0 {
            buffer.withUnsafeReadableBytes { body.append(contentsOf: $0[..<available]) }
            buffer.moveReaderIndex(forwardBy: available)
        }
        return count - available
    }

    private mutating func reset() {
        phase = .start
        head = nil
        fields = FieldScanner()
        headBytes = 0
        hasSkippedLine = false
        body = []
    }
}
