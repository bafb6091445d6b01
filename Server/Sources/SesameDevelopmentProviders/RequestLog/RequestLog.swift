package import Foundation
import SesameWire

/// A log of the latest requests to the vendors' paths, with which tests check the requests of a client and their
/// number.
package final class RequestLog: Sendable {
    /// A request and its response, without query, headers and body.
    package struct Entry: Sendable, Hashable {
        /// The time at which the request was logged, after it was handled, by the development clock.
        package let time: Date
        package let method: String
        /// The path without the query.
        package let path: String
        /// The HTTP status code of the response, for example 200.
        package let status: Int
    }

    private struct Entries {
        var latest: [Entry] = []
        var counts: [String: Int] = [:]
        var total = 0
    }

    /// The maximum number of entries in ``latest``, and of paths in ``counts``.
    package let capacity: Int
    private let entries = Locked(Entries())

    package init(capacity: Int = 1_000) {
        self.capacity = max(1, capacity)
    }

    /// The latest entries, oldest first, at most ``capacity``.
    package var latest: [Entry] {
        entries.withLock(\.latest).suffix(capacity)
    }

    /// The number of requests since the last reset, including those whose entries were dropped.
    package var total: Int {
        entries.withLock(\.total)
    }

    /// The number of requests since the last reset, by path, for at most ``capacity`` paths.
    package var counts: [String: Int] {
        entries.withLock(\.counts)
    }

    /// Adds an entry, and increments the total and the count of its path. A new path beyond ``capacity`` paths is not
    /// counted.
    func add(_ entry: Entry) {
        entries.withLock { entries in
            // Dropping half of the log at once keeps the cost of an entry constant in a full log.
            if entries.latest.count >= 2 * capacity { entries.latest.removeFirst(capacity) }
            entries.latest.append(entry)
            entries.total += 1
            if entries.counts[entry.path] != nil || entries.counts.count < capacity {
                entries.counts[entry.path, default: 0] += 1
            }
        }
    }

    /// Removes all entries and counts.
    package func clear() {
        entries.withLock { $0 = Entries() }
    }
}
