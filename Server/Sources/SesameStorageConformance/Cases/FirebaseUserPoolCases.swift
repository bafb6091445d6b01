import SesameAccounts
import SesameCore

extension StorageConformance {
    static let firebasePopulationCases: [StorageConformanceCase] = [
        StorageConformanceCase("a user pool keeps every field, and its creation time when it is replaced") {
            storage, sample in
            let own = sample.population(sample.one, settings: ["signIn": [StorageFixture.oddText: true]])
            let tenant = sample.population(sample.two, tenant: StorageFixture.oddText)
            try await storage.add(own, tenant)
            try expect(try await storage.population(sample.one), is: own, "the project's own user pool")
            try expect(try await storage.population(sample.two), is: tenant, "the tenant")
            let later = sample.population(sample.one, settings: ["other": 1], at: 5)
            try await storage.add(later)
            var expected = own
            expected.settings = later.settings
            try expect(try await storage.population(sample.one), is: expected, "the user pool with its last settings")
            try await storage.write { transaction throws(StorageError) in
                try transaction.deleteFirebaseUserPool(sample.two)
            }
            try expect(try await storage.population(sample.two), is: nil, "a removed user pool")
            try expect(try await storage.population(sample.one), is: expected, "the other one")
        },
        StorageConformanceCase("only a project's own tenants are listed, in the order of their ids") {
            storage, sample in
            guard let first = AppID("first"), let second = AppID("second"), let strange = AppID("strange") else {
                throw StorageConformanceFailure("no app ids")
            }
            let (a, b) = (sample.population(first, tenant: "a"), sample.population(second, tenant: "b"))
            let other = sample.population(strange, of: sample.two, tenant: "aa")
            try await storage.add(b, a, other, sample.population(sample.one))
            for (after, limit, expected) in [
                (nil, 10, [a, b]), (nil, 1, [a]), ("a", 10, [b]), ("b", 10, []), ("aa", 10, [b]),
            ] as [(String?, Int, [FirebaseUserPool])] {
                let found = try await storage.read { reader throws(StorageError) in
                    try reader.firebaseTenants(of: sample.one, after: after, limit: limit)
                }
                try expect(found, is: expected, "at most \(limit) after \(after ?? "nothing")")
            }
        },
    ]
}

extension FirebaseUserPool: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.put(self) }
}

extension StorageFixture {
    fileprivate func population(
        _ id: AppID, of project: AppID? = nil, tenant: String? = nil, settings: JSONObject = [:], at seconds: Double = 0
    ) -> FirebaseUserPool {
        FirebaseUserPool(
            id: id, project: project ?? one, tenant: tenant, settings: settings, createdAt: Self.time(seconds))
    }
}

extension Storage {
    fileprivate func population(_ id: AppID) async throws(StorageError) -> FirebaseUserPool? {
        try await read { reader throws(StorageError) in try reader.firebaseUserPool(id) }
    }
}
