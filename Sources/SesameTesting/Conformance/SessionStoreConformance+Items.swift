import Sesame
import SesameCore

extension SessionStoreConformance {
    static let itemCases: [Case] = [
        Case("an empty store has none of the items") { subject in
            let store = try subject.open()
            for item in items { try expect(store.read(item) == nil, "there is \(item.rawValue) already") }
        },
        Case("bytes come back as they were stored, whatever they are") { subject in
            let store = try subject.open()
            for (number, item) in items.enumerated() {
                try store.write(item, allBytes(number))
                try expect(store.read(item) == allBytes(number), "\(item.rawValue) came back as other bytes")
            }
        },
        Case("a hundred and fifty thousand bytes fit") { subject in
            let store = try subject.open()
            let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            for item in items {
                try store.write(item, bytes)
                try expect(store.read(item) == bytes, "\(item.rawValue) came back as other bytes")
            }
        },
        Case("an item takes the last one's place") { subject in
            let store = try subject.open()
            for item in items {
                try store.write(item, allBytes(1))
                try store.write(item, [2])
                try expect(store.read(item) == [2], "\(item.rawValue) is not what was stored last")
            }
        },
        Case("a removed item is gone, and to remove nothing is no error") { subject in
            let store = try subject.open()
            for item in items {
                try store.remove(item)
                try store.write(item, allBytes(1))
                try store.remove(item)
                try expect(store.read(item) == nil, "\(item.rawValue) is there that was removed")
                try store.remove(item)
            }
        },
        Case("the items are kept apart") { subject in
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
        Case("what is stored is there when the store is opened again") { subject in
            let first = try subject.open()
            for (number, item) in items.enumerated() { try first.write(item, allBytes(number)) }
            let second = try subject.open()
            for (number, item) in items.enumerated() {
                try expect(second.read(item) == allBytes(number), "\(item.rawValue) is not what was stored")
            }
        },
        Case("what one opening does, another one sees at once") { subject in
            let (first, second) = try (subject.open(), subject.open())
            for item in items {
                try first.write(item, allBytes(1))
                try expect(second.read(item) == allBytes(1), "\(item.rawValue) is not what the other one stored")
                try second.write(item, [2])
                try expect(first.read(item) == [2], "\(item.rawValue) is not what the other one stored")
                try first.remove(item)
                try expect(second.read(item) == nil, "\(item.rawValue) is there that the other one removed")
            }
        },
        Case("whoever reads while another writes sees the old bytes or the new ones, and no mixture") { subject in
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
                                throw ConformanceFailure("there was nothing while it was replaced")
                            }
                            try expect(
                                held.count == 2_000 && held.allSatisfy { $0 == held[0] }, "two were mixed")
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
