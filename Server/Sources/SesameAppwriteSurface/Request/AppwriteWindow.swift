import Foundation
import SesameAccounts
import SesameWire

/// The page of a list that no storage keeps in order, found by going through all of it once. No more is kept than the page
/// and what stands before it.
struct AppwriteWindow<Element> {
    /// By what an element is ordered, first by the first, and last by when and under which id it was made.
    typealias Key = [String]

    private let size: Int
    private let offset: Int
    private let isBefore: Bool
    private let isDescending: [Bool]
    private let cursor: Key?
    private var kept: [(key: Key, element: Element)] = []
    /// The number of matching entries, on the page or not.
    private(set) var count = 0

    /// - Parameter cursor: Where the element stands behind which, or before which, the page is.
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

    /// Returns true if one comes before the other, on the way from the cursor.
    private func precedes(_ left: Key, _ right: Key) -> Bool {
        for (place, isDescending) in isDescending.enumerated() {
            if left[place].isBefore(right[place]) { return isDescending == isBefore }
            if right[place].isBefore(left[place]) { return isDescending != isBefore }
        }
        return false
    }
}

extension AppwriteQueries {
    /// The page of a list that is all there, and how many the filters have left of it.
    func page<Element>(
        of list: [Element], _ schema: AppwriteSchema, _ value: (Element, String) -> [String]?
    ) throws(Refusal) -> (page: [Element], count: Int) {
        let (filters, orders) = (try filters(schema), try orders(schema))
        func key(_ element: Element) -> AppwriteWindow<Element>.Key {
            (orders.map(\.attribute) + ["$createdAt", "$id"]).map { value(element, $0)?.first ?? "" }
        }
        var start: AppwriteWindow<Element>.Key?
        if let cursor {
            start = list.first { value($0, "$id")?.first?.hasSameBytes(as: cursor.id) == true }.map(key)
            guard start != nil else { throw .appwrite(.cursorNotFound) }
        }
        var window = AppwriteWindow<Element>(self, orders: orders, cursor: start)
        for element in list where filters.allSatisfy({ $0.holds { value(element, $0) } }) {
            window.take(element, key: key(element))
        }
        return (window.page, window.count)
    }
}

/// The time limit of a list that no index serves.
struct AppwriteDeadline {
    private let end: ContinuousClock.Instant

    init(_ limit: Duration) { end = .now + limit }

    /// Lets others go on, and stops where it took too long: what was found until then would look like all there is.
    func check() async throws(Refusal) {
        guard ContinuousClock.now < end else { throw .appwrite(.listTooLong) }
        await Task.yield()
    }
}
