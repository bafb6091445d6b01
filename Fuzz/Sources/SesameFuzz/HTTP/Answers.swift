import NIOHTTP1

@testable import SesameHTTP

/// The responses in a server's output, parsed by their framing alone.
struct Answers: Equatable {
    struct Answer: Equatable {
        var status: Int
        var fields: [String]
        var body: [UInt8]
    }

    /// The final responses, in order.
    private(set) var answers: [Answer] = []
    /// The number of 100 (Continue) responses.
    private(set) var interim = 0

    /// Parses the responses, and checks that each request has one, up to the first request that closes the connection.
    /// If no request closes it, a parse error adds one response. A request with `Expect` may end the connection
    /// earlier.
    init(of bytes: [UInt8], to transcript: Transcript) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let number = answers.count
            let isHead = number < transcript.requests.count && transcript.requests[number].method == "HEAD"
            read(&rest, isHead: isHead)
        }
        let last = transcript.requests.firstIndex(where: \.closes)
        let due = last.map { $0 + 1 } ?? (transcript.requests.count + (transcript.problem == nil ? 0 : 1))
        // A request with `Expect` can be refused before its body; the connection then ends there.
        let mayEndEarlier = transcript.requests.contains { $0.headers.contains(name: "Expect") }
        let isEnded = answers.last?.fields.contains("Connection: close") == true
        check(answers.count == due || (mayEndEarlier && isEnded && answers.count < due), "one answer for each request")
        check(isEnded || (last == nil && transcript.problem == nil), "the last answer says that it is the last")
        check(answers.dropLast().allSatisfy { !$0.fields.contains("Connection: close") }, "no other answer says so")
        check(answers.allSatisfy { Self.statuses.contains($0.status) }, "a documented status: \(answers.map(\.status))")
    }

    private static let statuses: Set<Int> = [200, 204, 400, 404, 405, 413, 414, 415, 431]

    private mutating func read(_ rest: inout ArraySlice<UInt8>, isHead: Bool) {
        guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else {
            stop("an answer has no end: \(String(decoding: rest, as: UTF8.self))")
        }
        let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n").map(String.init)
        rest = rest[end.upperBound...]
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 "), let status = Int(first.dropFirst(9).prefix(3))
        else {
            stop("an answer has no status: \(lines)")
        }
        guard status != 100 else {
            interim += 1
            return
        }
        let length = lines.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) }
        check((length == nil) == (status == 204), "an answer says how long it is")
        let count = isHead ? 0 : length ?? 0
        check(rest.count >= count, "an answer is as long as it says")
        let fields = lines.dropFirst().filter { !$0.hasPrefix("Date: ") && !$0.hasPrefix("X-Request-ID: ") }
        answers.append(Answer(status: status, fields: Array(fields), body: Array(rest.prefix(count))))
        rest = rest.dropFirst(count)
    }
}
