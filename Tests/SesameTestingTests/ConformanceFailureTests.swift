import Sesame
import SesameCore
import SesameTesting
import Testing

/// The suites are worth something: whoever breaks one rule is told so, by the case that is about it.
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
    func `profiles with a mistake do not conform`(_ mistake: WrongProfileService.Mistake) async {
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
    func `push registrations with a mistake do not conform`(_ mistake: WrongPushTokenService.Mistake) async {
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

/// A store that does one thing wrong; the mistake's text is of the case that finds it.
struct WrongStore: SessionStore {
    enum Mistake: String, CaseIterable {
        case losesNormalForm = "byte for byte"
        case forgetsMembers = "all members"
        case clearsAll = "kept apart"
        case keepsRemoved = "a removed session is gone"
        case leasesTwice = "has one holder"
        case holdsNoTurn = "none is lost"
        case reversesQueue = "in their order"
    }

    let memory: MemorySessionStore
    let mistake: Mistake

    func load() throws(AuthError) -> Session? { try memory.load() }

    func save(_ session: Session) throws(AuthError) {
        var session = session
        if mistake == .losesNormalForm { session.user.displayName = session.user.displayName?.decomposed }
        if mistake == .forgetsMembers { session.user.role = nil }
        try memory.save(session)
    }

    func delete() throws(AuthError) {
        if mistake == .keepsRemoved { return }
        if mistake == .clearsAll { try memory.saveRevocations([]) }
        try memory.delete()
    }

    func loadRevocations() throws(AuthError) -> [Revocation] { try memory.loadRevocations() }

    func saveRevocations(_ revocations: [Revocation]) throws(AuthError) {
        try memory.saveRevocations(mistake == .reversesQueue ? revocations.reversed() : revocations)
    }

    func loadNames() throws(AuthError) -> [FirstSignInName] { try memory.loadNames() }

    func saveNames(_ names: [FirstSignInName]) throws(AuthError) { try memory.saveNames(names) }

    func exclusively<Result>(_ change: () throws(AuthError) -> Result) throws(AuthError) -> Result {
        guard mistake == .holdsNoTurn else { return try memory.exclusively(change) }
        // As bad as no turn, and always so: half of the changes are undone.
        let before = try memory.loadRevocations()
        let result = try change()
        if before.count.isMultiple(of: 2) { try memory.saveRevocations(before) }
        return result
    }

    func tryLease() throws(AuthError) -> StoreLease? {
        mistake == .leasesTwice ? StoreLease {} : try memory.tryLease()
    }
}

extension String {
    /// The same text to a reader, in other bytes.
    var decomposed: String {
        String(String.UnicodeScalarView(unicodeScalars.flatMap { $0 == "\u{E9}" ? ["e", "\u{301}"] : [$0] }))
    }
}
