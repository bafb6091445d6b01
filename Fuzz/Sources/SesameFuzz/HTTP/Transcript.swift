import NIOCore
import NIOHTTP1

@testable import SesameHTTP

/// The requests and the error that the parser reads from bytes that arrive in pieces.
struct Transcript: Equatable {
    struct Request: Equatable {
        var method: String
        var target: String
        var minorVersion: Int
        var headers: HTTPHeaders
        var framing: BodyFraming
        var closes: Bool
        var body: [UInt8] = []

        static func == (left: Request, right: Request) -> Bool {
            left.method == right.method && left.target == right.target && left.minorVersion == right.minorVersion
                && left.framing == right.framing && left.closes == right.closes && left.body == right.body
                && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.value == $1.value }
        }

        /// The request as HTTP text, with `Content-Length` as the only framing of its body.
        var plainText: [UInt8] {
            var text = Array("\(method) \(target) HTTP/1.\(minorVersion)\r\n".utf8)
            for (name, value) in headers
            where !["content-length", "transfer-encoding"].contains(name.lowercased()) {
                text += Array("\(name): \(value)\r\n".utf8)
            }
            if framing != .none { text += Array("Content-Length: \(body.count)\r\n".utf8) }
            return text + Array("\r\n".utf8) + body
        }
    }

    /// The complete requests.
    private(set) var requests: [Request] = []
    /// The error after which no more bytes are read; nil if there was none.
    private(set) var problem: HTTPError?
    /// The number of bytes at the end that the parser has not consumed; 0 after an error.
    private(set) var rest = 0

    /// Reads the pieces. `bodyLimit` returns a request's own limit in bytes; nil for the default.
    init(
        _ pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits(),
        bodyLimit: (RequestHead) -> Int? = { _ in nil }
    ) {
        var machine = RequestMachine(limits: limits)
        var buffer = ByteBuffer()
        var head: RequestHead?
        for piece in pieces where problem == nil {
            buffer.writeBytes(piece)
            take(from: &machine, &buffer, &head, bodyLimit)
            let longest = max(limits.maxRequestLineBytes, limits.head, 256) + 2
            check(problem != nil || buffer.readableBytes <= longest, "no more waits than a line may have")
            rest = problem == nil ? buffer.readableBytes : 0
        }
    }

    private mutating func take(
        from machine: inout RequestMachine, _ buffer: inout ByteBuffer, _ head: inout RequestHead?,
        _ bodyLimit: (RequestHead) -> Int?
    ) {
        while true {
            switch machine.next(&buffer) {
            case .needsMore: return
            case .head(let next):
                check(head == nil, "a body or a refusal comes between two heads")
                head = next
                machine.bodyLimit = bodyLimit(next) ?? machine.bodyLimit
            case .body(let body):
                guard let complete = head else { return check(false, "a body follows a head") }
                head = nil
                requests.append(
                    Request(
                        method: complete.method.rawValue, target: complete.target, minorVersion: complete.minorVersion,
                        headers: complete.headers, framing: complete.framing, closes: complete.closesConnection,
                        body: body))
            case .reject(let refusal):
                problem = refusal
                guard case .needsMore = machine.next(&buffer) else {
                    return check(false, "nothing is read after a refusal")
                }
                return
            }
        }
    }
}
