import SesameAccounts

extension StorageConformance {
    static let flowCases: [StorageConformanceCase] = [
        StorageConformanceCase("a sign-in step is read as it was written, at every stage, until it is removed") {
            storage, sample in
            let flows = FlowRecord.Stage.allCases.enumerated().map { number, stage in
                sample.flow(number, stage: stage, sealed: Array(repeating: UInt8(number), count: number * 1_000))
            }
            try await storage.add(flows)
            for flow in flows { try expect(try await storage.flow(flow.digest), is: flow, "\(flow.stage)") }
            try await storage.write { transaction throws(StorageError) in
                try transaction.deleteFlow(StorageFixture.digest(1))
                try transaction.deleteFlow(StorageFixture.digest(99))
            }
            try expect(try await storage.flow(StorageFixture.digest(1)), is: nil, "the removed step")
            try expect(try await storage.flow(StorageFixture.digest(2)), is: flows[2], "the next step")
        },
        StorageConformanceCase("a step's digest is unique") { storage, sample in
            try await storage.add(sample.flow(1))
            try await storage.expectConflict(adding: sample.flow(1, stage: .code), what: "the same digest")
        },
    ]
}

extension Storage {
    func flow(_ digest: [UInt8]) async throws(StorageError) -> FlowRecord? {
        try await read { reader throws(StorageError) in try reader.flow(digest) }
    }
}
