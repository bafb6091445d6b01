import NIOCore
import NIOHTTP1

@testable import SesameHTTP

/// A target for the request parser. The split of bytes into packets changes nothing, limits hold, and an accepted
/// request is unambiguous.
struct RequestTextTarget: FuzzTarget {
    private static let narrow: HTTPLimits = {
        var limits = HTTPLimits()
        limits.maxRequestLineBytes = 64
        limits.head = 256
        limits.fields = 6
        limits.defaultBody = 32
        return limits
    }()

    func run(_ input: [UInt8]) {
        for limits in [HTTPLimits(), Self.narrow] {
            let whole = Transcript([input[...]], limits: limits)
            var dice = Dice(input)
            let cuts = [
                input.indices.map { input[$0...$0] }, dice.pieces(of: input, longest: 7),
                dice.pieces(of: input, longest: 64),
            ]
            for pieces in cuts {
                check(Transcript(pieces, limits: limits) == whole, "packets change nothing")
            }
            whole.requests.forEach { requireSound($0, limits) }
            requireOneReading(whole, limits)
        }
    }

    private func requireSound(_ request: Transcript.Request, _ limits: HTTPLimits) {
        let headers = request.headers
        check(request.target.utf8.count < limits.maxRequestLineBytes, "a request line keeps to its limit")
        check(headers.count <= limits.fields, "fields keep to their number")
        let bytes = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        check(bytes <= limits.head, "a head keeps to its limit")
        check(request.body.count <= limits.defaultBody, "a body keeps to its limit")
        for (name, value) in headers {
            check(!name.isEmpty && !name.utf8.contains { $0 <= 0x20 || $0 == 0x3A || $0 >= 0x7F }, "a name is a token")
            check(!value.utf8.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }, "a value has no line break")
        }
        let lengths = headers["Content-Length"]
        let encodings = headers["Transfer-Encoding"]
        switch request.framing {
        case .none: check(lengths.isEmpty && encodings.isEmpty && request.body.isEmpty, "no body where none is framed")
        case .length(let length):
            check(
                lengths.count == 1 && Int(lengths[0]) == length && encodings.isEmpty, "one length, and nothing beside")
            check(request.body.count == length, "the body is as long as stated")
        case .chunked: check(lengths.isEmpty && encodings.count == 1, "an encoding, and no length beside")
        }
        check(headers["Host"].count == 1 || (headers["Host"].isEmpty && request.minorVersion == 0), "one host")
    }

    /// Checks that the requests, rewritten in the plainest form, are parsed in the same way.
    private func requireOneReading(_ transcript: Transcript, _ limits: HTTPLimits) {
        var roomy = limits
        roomy.head += 64
        let again = Transcript([transcript.requests.flatMap(\.plainText)[...]], limits: roomy)
        check(again.problem == nil && again.rest == 0, "accepted requests are whole")
        check(again.requests.count == transcript.requests.count, "accepted requests are as many when written again")
        for (first, second) in zip(transcript.requests, again.requests) {
            check(first.method == second.method && first.target == second.target, "a request has one target")
            check(first.body == second.body, "a request has one body")
        }
    }
}
