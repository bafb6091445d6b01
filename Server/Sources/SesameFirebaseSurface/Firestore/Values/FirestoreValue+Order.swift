import SesameCore

extension FirestoreValue: Comparable {
    /// The number as a double; nil if the value is not a number.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// Returns true if both values are equal in Firestore's order, such as `1` and `1.0`.
    func isEquivalent(to other: FirestoreValue) -> Bool { order(other) == 0 }

    /// Returns true if both values are of types that Firestore compares with each other.
    func isComparable(to other: FirestoreValue) -> Bool { rank == other.rank }

    static func < (left: FirestoreValue, right: FirestoreValue) -> Bool { left.order(right) < 0 }

    /// The type's rank in Firestore's order of types.
    private var rank: Int {
        switch self {
        case .null: 0
        case .boolean: 1
        case .integer, .double: 2
        case .timestamp: 3
        case .string: 4
        case .bytes: 5
        case .reference: 6
        case .geoPoint: 7
        case .array: 8
        case .map: 9
        }
    }

    /// Compares two values. The result is negative, zero or positive if this value is less than, equal to or greater
    /// than the other.
    private func order(_ other: FirestoreValue) -> Int {
        switch (self, other) {
        case (.boolean(let left), .boolean(let right)): Self.order(left ? 1 : 0, right ? 1 : 0)
        case (.integer(let left), .integer(let right)): Self.order(left, right)
        case (.integer, .double), (.double, .integer), (.double, .double): Self.order(double ?? 0, other.double ?? 0)
        case (.timestamp(let left), .timestamp(let right)): Self.order(left, right)
        case (.string(let left), .string(let right)), (.reference(let left), .reference(let right)):
            Self.order(Array(left.utf8), Array(right.utf8)) { Self.order($0, $1) }
        case (.bytes(let left), .bytes(let right)): Self.order(left, right) { Self.order($0, $1) }
        case (.geoPoint(let north, let east), .geoPoint(let other, let otherEast)):
            Self.order([north, east], [other, otherEast]) { Self.order($0, $1) }
        case (.array(let left), .array(let right)): Self.order(left, right) { $0.order($1) }
        case (.map(let left), .map(let right)):
            Self.order(left.sorted, right.sorted) { left, right in
                let names = Self.order(Array(left.name.utf8), Array(right.name.utf8)) { Self.order($0, $1) }
                return names == 0 ? left.value.order(right.value) : names
            }
        default: Self.order(rank, other.rank)
        }
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
        left < right ? -1 : left > right ? 1 : 0
    }

    /// Compares two numbers. NaN is less than all other numbers.
    private static func order(_ left: Double, _ right: Double) -> Int {
        if left.isNaN || right.isNaN { return (left.isNaN ? 0 : 1) - (right.isNaN ? 0 : 1) }
        return left < right ? -1 : left > right ? 1 : 0
    }

    private static func order<Element>(
        _ left: [Element], _ right: [Element], by order: (Element, Element) -> Int
    ) -> Int {
        for (left, right) in zip(left, right) {
            let difference = order(left, right)
            if difference != 0 { return difference }
        }
        return Self.order(left.count, right.count)
    }
}

extension FirestoreMap {
    fileprivate var sorted: [Member] {
        members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
