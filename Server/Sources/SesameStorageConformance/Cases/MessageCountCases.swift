import SesameAccounts

extension StorageConformance {
    static let messageCountCases: [StorageConformanceCase] = [
        StorageConformanceCase("message counters are independent of each other") { storage, sample in
            let counters = sample.counters(onDay: 20_000) + sample.counters(onDay: 20_001)
            try expect(Set(counters).count, is: counters.count, "different counters")
            for (number, counter) in counters.enumerated() {
                for _ in 0..<number { try await storage.count(counter) }
            }
            for (number, counter) in counters.enumerated() {
                try expect(try await storage.messageCount(counter), is: number, "counter \(number)")
            }
        },
        StorageConformanceCase("a message is not counted when its transaction fails") { storage, sample in
            let counter = sample.counters(onDay: 20_000)[0]
            try await storage.count(counter)
            do throws(StorageError) {
                try await storage.write { transaction throws(StorageError) in
                    try transaction.countMessage(in: counter)
                    throw .conflict
                }
            } catch {
                try expect(error, is: .conflict, "the error")
            }
            try expect(try await storage.messageCount(counter), is: 1, "the count")
        },
        StorageConformanceCase("a purge keeps the counters of today and yesterday") { storage, sample in
            let today = Int(StorageFixture.time(0).millisecondsSince1970 / 86_400_000)
            for day in (today - 3)...today {
                for counter in sample.counters(onDay: day) { try await storage.count(counter) }
            }
            try expect(try await storage.purge(before: 0, limit: 5), is: true, "whether more rows are left")
            while try await storage.purge(before: 0, limit: 5) {}
            for day in (today - 3)...today {
                for counter in sample.counters(onDay: day) {
                    let count = try await storage.messageCount(counter)
                    try expect(count, is: day < today - 1 ? 0 : 1, "day \(day - today)")
                }
            }
        },
    ]
}

extension StorageFixture {
    /// Returns distinct counters of one day: four for each rule of each channel, which differ by app or key.
    fileprivate func counters(onDay day: Int) -> [MessageCounter] {
        MessageChannel.allCases.flatMap { channel in
            MessageCaps.Rule.all(of: channel).flatMap { rule in
                [(one, [1]), (two, [1]), (one, [1, 0]), (one, [])].map { app, key in
                    MessageCounter(app: app, day: day, rule: rule, key: key)
                }
            }
        }
    }
}

extension Storage {
    fileprivate func count(_ counter: MessageCounter) async throws(StorageError) {
        try await write { transaction throws(StorageError) in try transaction.countMessage(in: counter) }
    }

    fileprivate func messageCount(_ counter: MessageCounter) async throws(StorageError) -> Int {
        try await read { reader throws(StorageError) in try reader.messageCount(of: counter) }
    }
}
