package import Foundation
import SesameWire

/// The latest requests to the vendors' paths: what a test looks at to know what a client asked, and how often.
package final class RequestLog: Sendable {
    /// A request and its answer. Neither query nor header nor body is kept.
    package struct Entry: Sendable, Hashable {
        /// The time, by the shifted clock.
        package let time: Date
        package let method: String
        /// The path without query.
        package let path: String
        /// The status of the answer.
        package let status: Int
    }

    private struct Entries {
        var latest: [Entry] = []
        var counts: [String: Int] = [:]
        var total = 0
    }

    /// The most entries that are kept.
    package let capacity: Int
    private let entries = Locked(Entries())

    /// An empty log.
    package init(capacity: Int = 1_000) {
        self.capacity = max(1, capacity)
    }

    /// The entries kept, oldest first.
    package var latest: [Entry] {
        entries.withLock(\.latest).suffix(capacity)
    }

    /// The number of requests since the last reset, those included that are no longer kept.
    package var total: Int {
        entries.withLock(\.total)
    }

    /// The number of requests to each path since the last reset.
    package var counts: [String: Int] {
        entries.withLock(\.counts)
    }

    /// Notes a request.
    func add(_ entry: Entry) {
        entries.withLock { entries in
            // Cut by halves, so that an entry costs the same in a full log.
            if entries.latest.count >= 2 * capacity { entries.latest.removeFirst(capacity) }
            entries.latest.append(entry)
            entries.total += 1
            if entries.counts[entry.path] != nil || entries.counts.count < capacity {
                entries.counts[entry.path, default: 0] += 1
            }
        }
    }

    /// Forgets everything.
    package func clear() {
        entries.withLock { $0 = Entries() }
    }
}
