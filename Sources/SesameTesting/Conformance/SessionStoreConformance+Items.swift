import Sesame
import SesameCore

extension SessionStoreConformance {
    static let itemCases: [Case] = [
        Case("an empty store has no items") { subject in
            let store = try subject.open()
            for item in items { try expect(store.read(item) == nil, "\(item.rawValue) already exists") }
        },
        Case("bytes are returned as they were stored, whatever they are") { subject in
            let store = try subject.open()
            for (number, item) in items.enumerated() {
                try store.write(item, allBytes(number))
                try expect(store.read(item) == allBytes(number), "\(item.rawValue) was returned with other bytes")
            }
        },
        Case("an item of 150,000 bytes fits") { subject in
            let store = try subject.open()
            let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            for item in items {
                try store.write(item, bytes)
                try expect(store.read(item) == bytes, "\(item.rawValue) was returned with other bytes")
            }
        },
        Case("a stored item replaces the previous one") { subject in
            let store = try subject.open()
            for item in items {
                try store.write(item, allBytes(1))
                try store.write(item, [2])
                try expect(store.read(item) == [2], "\(item.rawValue) is not the last stored value")
            }
        },
        Case("a removed item is gone, and removing a missing item is no error") { subject in
            let store = try subject.open()
            for item in items {
                try store.remove(item)
                try store.write(item, allBytes(1))
                try store.remove(item)
                try expect(store.read(item) == nil, "\(item.rawValue) still exists after its removal")
                try store.remove(item)
            }
        },
        Case("items do not affect each other") { subject in
            let store = try subject.open()
            for (number, item) in items.enumerated() { try store.write(item, allBytes(number)) }
            for (number, item) in items.enumerated() {
                try store.remove(item)
                for (other, kept) in items.enumerated() where kept != item {
                    let isKept = try store.read(kept) == allBytes(other)
                    try expect(isKept, "\(kept.rawValue) changed when \(item.rawValue) was removed")
                }
                try store.write(item, allBytes(number))
            }
        },
        Case("stored items are found when the store is opened again") { subject in
            let first = try subject.open()
            for (number, item) in items.enumerated() { try first.write(item, allBytes(number)) }
            let second = try subject.open()
            for (number, item) in items.enumerated() {
                try expect(second.read(item) == allBytes(number), "\(item.rawValue) is not the stored value")
            }
        },
        Case("a change by one instance of the store is visible to another at once") { subject in
            let (first, second) = try (subject.open(), subject.open())
            for item in items {
                try first.write(item, allBytes(1))
                try expect(second.read(item) == allBytes(1), "\(item.rawValue) is not what the other instance stored")
                try second.write(item, [2])
                try expect(first.read(item) == [2], "\(item.rawValue) is not what the other instance stored")
                try first.remove(item)
                try expect(
                    second.read(item) == nil, "\(item.rawValue) still exists after the other instance removed it")
            }
        },
        Case("a read during a write returns the old bytes or the new ones, and no mixture") { subject in
            let writer = try subject.open()
            try writer.write(.session, page(0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 1...40 { try writer.write(.session, page(number)) }
                }
                for _ in 0..<2 {
                    let reader = try subject.open()
                    group.addTask {
                        for _ in 0..<40 {
                            guard let held = try reader.read(.session) else {
                                throw ConformanceFailure("the item was missing while it was replaced")
                            }
                            try expect(
                                held.count == 2_000 && held.allSatisfy { $0 == held[0] },
                                "the bytes of two writes were mixed")
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
    ]

    /// The known items, and one of a later version.
    static let items: [StoredItem] = [.session, .revocations, .names, StoredItem(rawValue: "later")]

    /// Returns every byte value once, starting with the given one, including NUL and bytes that are invalid UTF-8 or
    /// changed by text conversion.
    private static func allBytes(_ first: Int) -> [UInt8] {
        (0..<256).map { UInt8(truncatingIfNeeded: $0 + first) }
    }

    /// Returns two thousand copies of one byte.
    private static func page(_ number: Int) -> [UInt8] {
        Array(repeating: UInt8(number), count: 2_000)
    }
}
