import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameSurface

/// Tests of the log lines about refused requests.
struct SecurityLogTests {
    private let lines = Locked<[String]>([])

    private func log(of refusals: [AccountError]) throws -> [String] {
        let logger = Logger(label: "test") { [lines] label in
            JSONLinesLogHandler(
                label: label, level: .notice,
                destination: .custom { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } })
        }
        let log = SecurityLog(logger: logger)
        for refusal in refusals { log.refused(refusal, try HTTPRequest(method: .GET, target: "/")) }
        return lines.withLock(\.self)
    }

    private func outage(_ diagnosis: String) -> AccountError {
        var error = AccountError(.storageUnavailable, "the storage is temporarily unavailable", retryAfter: 1)
        error.diagnosis = diagnosis
        return error
    }

    @Test func `requests that storage refuses have one line in a minute for each reason`() throws {
        let (full, locked) = (outage("the disk is full"), outage("the database is locked"))
        let lines = try log(of: Array(repeating: full, count: 50) + [locked, full])
        #expect(lines.count == 2)
        for (line, reason) in zip(lines, ["the disk is full", "the database is locked"]) {
            #expect(line.contains(#""message":"storage unavailable""#) && line.contains(reason))
            #expect(line.contains(#""level":"error""#) && line.contains(#""times":"1""#))
        }
    }

    @Test func `other refusals under the same code have a line each`() throws {
        let lines = try log(of: Array(repeating: AccountError(.storageUnavailable, "not enough memory"), count: 3))
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.contains(#""message":"refused""#) && $0.contains(#""level":"error""#) })
    }
}
