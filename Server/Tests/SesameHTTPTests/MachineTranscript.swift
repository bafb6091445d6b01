import NIOCore
import NIOHTTP1

@testable import SesameHTTP

/// Returns the request machine's actions for bytes that arrive in the given pieces, one line each.
func transcript(_ pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits()) -> [String] {
    var machine = RequestMachine(limits: limits)
    var buffer = ByteBuffer()
    var lines: [String] = []
    for piece in pieces {
        buffer.writeBytes(piece)
        reading: while true {
            switch machine.next(&buffer) {
            case .needsMore: break reading
            case .head(let head): lines.append("\(head.method.rawValue) \(head.target) \(head.framing)")
            case .body(let body): lines.append("body '\(String(decoding: body, as: UTF8.self))'")
            case .reject(let problem):
                lines.append("\(problem.status.code)")
                break reading
            }
        }
    }
    return lines
}

/// Returns the request machine's actions for a text that arrives at once, one line each.
func transcript(_ text: String, limits: HTTPLimits = HTTPLimits()) -> [String] {
    transcript([Array(text.utf8)[...]], limits: limits)
}

/// Returns the error with which the request machine rejects bytes that arrive in the given pieces; nil if it rejects
/// none.
func refusal(of pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits()) -> HTTPError? {
    var machine = RequestMachine(limits: limits)
    var buffer = ByteBuffer()
    for piece in pieces {
        buffer.writeBytes(piece)
        reading: while true {
            switch machine.next(&buffer) {
            case .needsMore: break reading
            case .head, .body: continue
            case .reject(let problem): return problem
            }
        }
    }
    return nil
}
