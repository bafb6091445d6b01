import Foundation
import SesameAccounts
import SesameWire

/// A page of a list that has no index, found in one pass over all entries. Memory use is proportional to the size of
/// the page and the skipped entries before it.
struct AppwritePageScan<Element> {
    /// The sort key of an element: its order attributes, most significant first, then its creation time and its id.
    typealias Key = [String]

    private let size: Int
    private let offset: Int
    private let isBefore: Bool
    private let isDescending: [Bool]
    private let cursor: Key?
    private var kept: [(key: Key, element: Element)] = []
    /// The number of matching entries, on the page or not.
    private(set) var count = 0

    /// Creates an empty scan.
    ///
    /// - Parameter cursor: The sort key of the entry that the page follows or precedes; nil for a page at the
    ///   beginning.
    init(_ queries: AppwriteQueries, orders: [AppwriteQueries.Order], cursor: Key?) {
        offset = queries.offset
        size = queries.offset + queries.limit
        isBefore = queries.cursor?.isBefore ?? false
        let last = orders.last?.isDescending ?? false
        isDescending = orders.map(\.isDescending) + [last, last]
        self.cursor = cursor
    }

    mutating func take(_ element: Element, key: Key) {
        count += 1
        if let cursor, !precedes(cursor, key) { return }
        kept.append((key, element))
        if kept.count > 2 * size + 100 { trim() }
    }

    var page: [Element] {
        var sorted = self
        sorted.trim()
        let page = sorted.kept.dropFirst(offset).map(\.element)
        return isBefore ? page.reversed() : page
    }

    private mutating func trim() {
        kept = kept.sorted { precedes($0.key, $1.key) }
        kept.removeLast(max(0, kept.count - size))
    }

    /// Returns true if the left key comes before the right one, in the direction in which the page is read: reversed
    /// for a page before the cursor.
    private func precedes(_ left: Key, _ right: Key) -> Bool {
        for (place, isDescending) in isDescending.enumerated() {
            if left[place].isBefore(right[place]) { return isDescending == isBefore }
            if right[place].isBefore(left[place]) { return isDescending != isBefore }
        }
        return false
    }
}

extension AppwriteQueries {
    /// Returns one page of a complete list, and the number of entries that match the filters. Throws if the cursor is
    /// not in the list.
    func page<Element>(
        of list: [Element], _ schema: AppwriteSchema, _ value: (Element, String) -> [String]?
    ) throws(AccountError) -> (page: [Element], count: Int) {
        let (filters, orders) = (try filters(schema), try orders(schema))
        func key(_ element: Element) -> AppwritePageScan<Element>.Key {
            (orders.map(\.attribute) + ["$createdAt", "$id"]).map { value(element, $0)?.first ?? "" }
        }
        var start: AppwritePageScan<Element>.Key?
        if let cursor {
            start = list.first { value($0, "$id")?.first?.hasSameBytes(as: cursor.id) == true }.map(key)
            guard start != nil else { throw .appwrite(.cursorNotFound) }
        }
        var window = AppwritePageScan<Element>(self, orders: orders, cursor: start)
        for element in list where filters.allSatisfy({ $0.holds { value(element, $0) } }) {
            window.take(element, key: key(element))
        }
        return (window.page, window.count)
    }
}

/// The time limit of a list query without an index.
struct AppwriteListTimeout {
    private let end: ContinuousClock.Instant

    init(_ limit: Duration) { end = .now + limit }

    /// Yields to other tasks. Throws after the time limit, because a partial result would look complete.
    func check() async throws(AccountError) {
        guard ContinuousClock.now < end else { throw .appwrite(.listTooLong) }
        await Task.yield()
    }
}
