import Foundation
import Testing

@testable import SesameDevelopmentProviders

@Suite struct `The request log` {
    private func entry(_ path: String) -> RequestLog.Entry {
        RequestLog.Entry(time: Date(timeIntervalSince1970: 0), method: "GET", path: path, status: 200)
    }

    @Test func `only the latest entries are stored, but all are counted`() {
        let log = RequestLog(capacity: 3)
        for number in 0..<10 { log.add(entry("/\(number % 2)")) }
        #expect(log.latest.map(\.path) == ["/1", "/0", "/1"])
        #expect(log.total == 10)
        #expect(log.counts == ["/0": 5, "/1": 5])
    }

    @Test func `the number of counted paths is limited`() {
        let log = RequestLog(capacity: 4)
        for number in 0..<100 { log.add(entry("/\(number)")) }
        #expect(log.counts.count == 4)
        #expect(log.total == 100)
    }
}
