import NIOCore

/// Reads requests from bytes: bytes in, actions out, no input or output of its own.
///
/// The answer never depends on how the bytes were cut into packets. After `reject` it reads nothing more, because
/// nobody can say any longer where a next request would begin.
struct RequestMachine {
    enum Action {
        /// Everything usable is used.
        case needsMore
        /// A head passed. `bodyLimit` and `overflow` may be set now; `body` or `reject` follows.
        case head(RequestHead)
        /// The request is complete.
        case body([UInt8])
        /// Answer with this and close.
        case reject(HTTPProblem)
    }

    enum Progress: Equatable {
        case betweenRequests, inHead, inBody, failed
    }

    /// Bytes that the body of the current request may have.
    var bodyLimit: Int
    /// The error for a longer body of the current request.
    var overflow = HTTPProblem.payloadTooLarge

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

    /// Longest line of a chunk's size with its extensions, which are read over.
    private static let longestChunkLine = 256

    init(limits: HTTPLimits) {
        self.limits = limits
        bodyLimit = limits.defaultBody
    }

    /// Returns the machine's place in a request, given what is left in the buffer.
    func progress(_ buffer: ByteBuffer) -> Progress {
        switch phase {
        case .start: buffer.readableBytes == 0 && !hasSkippedLine ? .betweenRequests : .inHead
        case .fields: .inHead
        case .failed: .failed
        default: .inBody
        }
    }

    /// The next action; call it until it needs more.
    mutating func next(_ buffer: inout ByteBuffer) -> Action {
        do throws(HTTPProblem) {
            while true {
                if let action = try step(&buffer) { return action }
            }
        } catch {
            phase = .failed
            return .reject(error)
        }
    }

    /// One step; nil when it changed the state and has nothing to say.
    private mutating func step(_ buffer: inout ByteBuffer) throws(HTTPProblem) -> Action? {
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

    private mutating func readRequestLine(_ buffer: inout ByteBuffer) throws(HTTPProblem) -> Action? {
        guard let line = try lines.next(&buffer, limit: limits.requestLine, orElse: .targetTooLong) else {
            return .needsMore
        }
        if line.readableBytes == 0, !hasSkippedLine {
            // RFC 9112 section 2.2: one empty line before a request is an old client's mistake, and harmless.
            hasSkippedLine = true
            return nil
        }
        headBytes = line.readableBytes + 2
        head = try line.parsed(RequestLine.parse)
        phase = .fields
        return nil
    }

    private mutating func readField(_ buffer: inout ByteBuffer) throws(HTTPProblem) -> Action? {
        let limit = max(0, limits.head - headBytes - 2)
        guard let line = try lines.next(&buffer, limit: limit, orElse: .headTooLarge) else { return .needsMore }
        headBytes += line.readableBytes + 2
        guard headBytes <= limits.head else { throw .headTooLarge }
        guard line.readableBytes == 0 else {
            guard fields.count < limits.fields else { throw .headTooLarge }
            var fields = fields
            self.fields = FieldScanner()
            defer { self.fields = fields }
            try line.parsed { bytes throws(HTTPProblem) in try fields.add(bytes) }
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

    private mutating func readChunkSize(_ buffer: inout ByteBuffer) throws(HTTPProblem) -> Action? {
        guard let line = try lines.next(&buffer, limit: Self.longestChunkLine, orElse: Self.badChunk) else {
            return .needsMore
        }
        let size = try line.parsed(Self.chunkSize)
        guard size <= bodyLimit - body.count else { throw overflow }
        phase = size > 0 ? .chunk(remaining: size) : .trailer
        return nil
    }

    private static let badChunk = HTTPProblem.malformedRequest("a chunk is malformed")
    /// No client of ours sends fields after the body, and merging them into the head is a known hole.
    private static let badTrailer = HTTPProblem.malformedRequest("trailer fields are not accepted")

    /// One to eight hexadecimal digits, then nothing or `;` and printable extensions.
    private static func chunkSize(_ line: UnsafeBufferPointer<UInt8>) throws(HTTPProblem) -> Int {
        let end = line.firstIndex(of: UInt8(ascii: ";")) ?? line.endIndex
        guard (1...8).contains(end), line[end...].allSatisfy(ASCII.isFieldValue) else { throw badChunk }
        var size = 0
        for byte in line[..<end] {
            guard let digit = ASCII.hexValue(byte) else { throw badChunk }
            size = size << 4 | Int(digit)
        }
        return size
    }

    /// Moves up to `count` bytes into the body; returns how many are missing.
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
