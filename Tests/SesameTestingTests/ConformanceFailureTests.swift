import Sesame
import SesameCore
import SesameTesting
import Testing

/// Tests that the conformance suites find mistakes: an implementation that breaks one rule fails the case for this
/// rule.
@Suite struct ConformanceFailureTests {
    @Test(arguments: WrongStore.Mistake.allCases)
    func `a store with a mistake does not conform`(_ mistake: WrongStore.Mistake) async {
        let broken = await failures(of: SessionStoreConformance.cases) { fact in
            let memory = MemorySessionStore()
            try await fact.run(.init { WrongStore(memory: memory, mistake: mistake) })
        }
        #expect(broken.contains { $0.contains(mistake.rawValue) }, "\(broken)")
    }

    @Test(arguments: WrongService.Mistake.allCases)
    func `a back end with a mistake does not conform`(_ mistake: WrongService.Mistake) async {
        let broken = await failures(of: AuthServiceConformance.allCases) { fact in
            try await fact.run(
                .init(service: WrongService(mistake: mistake)) { person, nonce in
                    .google(idToken: Secret("person \(person)"), nonce: nonce)
                })
        }
        #expect(broken.contains { $0.contains(mistake.rawValue) }, "\(broken)")
    }

    @Test(arguments: WrongProfileService.Mistake.allCases)
    func `a profile service with a mistake does not conform`(_ mistake: WrongProfileService.Mistake) async {
        let broken = await failures(of: ProfileServiceConformance.cases + ProfileServiceConformance.onboardingCases) {
            let manager = AuthManager(service: MockAuthService(), store: MockSessionStore())
            let user = try await manager.signInAnonymously()
            try await $0.run(
                .init(
                    service: WrongProfileService(mistake, manager, of: user.uid), uid: user.uid,
                    texts: ("city", "motto"), required: "name", refused: "isSubscribed",
                    steps: WrongProfileService.steps))
        }
        #expect(broken.contains { $0.contains(mistake.rawValue) }, "\(broken)")
    }

    @Test(arguments: WrongPushTokenService.Mistake.allCases)
    func `a push token service with a mistake does not conform`(_ mistake: WrongPushTokenService.Mistake) async {
        let broken = await failures(of: PushTokenServiceConformance.cases) { fact in
            let book = MockPushTokenService()
            try await fact.run(
                .init { number in
                    try await .mock(number, at: book) { service, book in
                        WrongPushTokenService(mistake: mistake, service: service, book: book)
                    }
                })
        }
        #expect(broken.contains { $0.contains(mistake.rawValue) }, "\(broken)")
    }

    private func failures<Subject>(
        of cases: [ConformanceCase<Subject>], _ run: (ConformanceCase<Subject>) async throws -> Void
    ) async -> [String] {
        var names: [String] = []
        for fact in cases {
            do { try await run(fact) } catch { names.append(fact.name) }
        }
        return names
    }
}

/// A store with one mistake. The mistake's raw value is part of the name of the case that finds it.
struct WrongStore: SessionStore {
    enum Mistake: String, CaseIterable {
        case keepsText = "whatever they are"
        case cutsOff = "fit"
        case keepsFirst = "replaces the previous one"
        case clearsAll = "items do not affect"
        case knowsThree = "do not affect each other"
        case keepsRemoved = "a removed item is gone"
        case leasesTwice = "has one holder"
        case holdsNoTurn = "none is lost"
        case mixes = "no mixture"
    }

    let memory: MemorySessionStore
    let mistake: Mistake

    func read(_ item: StoredItem) throws(AuthError) -> [UInt8]? {
        if mistake == .knowsThree, item != .session, item != .revocations { return try memory.read(.names) }
        guard mistake == .mixes, let bytes = try memory.read(item), bytes.count == 2_000 else {
            return try memory.read(item)
        }
        return [bytes[0] ^ 1] + bytes.dropFirst()
    }

    func write(_ item: StoredItem, _ bytes: [UInt8]) throws(AuthError) {
        switch mistake {
        case .knowsThree where item != .session && item != .revocations: try memory.write(.names, bytes)
        case .keepsText: try memory.write(item, Array(String(decoding: bytes, as: UTF8.self).utf8))
        case .cutsOff: try memory.write(item, Array(bytes.prefix(65_535)))
        case .keepsFirst where try memory.read(item) != nil: return
        default: try memory.write(item, bytes)
        }
    }

    func remove(_ item: StoredItem) throws(AuthError) {
        if mistake == .keepsRemoved { return }
        if mistake == .knowsThree, item != .session, item != .revocations { return try memory.remove(.names) }
        if mistake == .clearsAll { try memory.remove(.revocations) }
        try memory.remove(item)
    }

    func withExclusiveAccess<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        guard mistake == .holdsNoTurn else { return try memory.withExclusiveAccess(change) }
        // Equivalent to a missing lock, but reproducible: half of the changes are undone.
        let before = try memory.read(.revocations) ?? []
        let result = try change()
        if before.count.isMultiple(of: 2) { try memory.write(.revocations, before) }
        return result
    }

    func tryLease() throws(AuthError) -> StoreLease? {
        mistake == .leasesTwice ? StoreLease {} : try memory.tryLease()
    }
}

extension String {
    /// The text with each `é` decomposed: canonically equivalent, with different bytes.
    var decomposed: String {
        String(String.UnicodeScalarView(unicodeScalars.flatMap { $0 == "\u{E9}" ? ["e", "\u{301}"] : [$0] }))
    }
}
