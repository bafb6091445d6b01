import Sesame
import SesameAppwrite
import SesameCore
import SesameTesting
import Testing

@Suite struct ConformanceTests {
    /// The conformance cases that Sesame's server passes and Appwrite's own server cannot pass.
    static let beyondAppwrite: Set<String> = [
        "a deletion whose response was lost can be repeated, and reports that the account is deleted",
        // Appwrite creates the account when it sends the code, and does not report it.
        "a code creates an account, and the next one signs in to it",
        // Appwrite reports whether recovery codes exist, but not their number.
        "a recovery code replaces the second factor once",
        // Appwrite lets a user remove an app without a challenge if they have entered one of its codes since it was
        // added.
        "a second factor is listed, and no longer required after its removal",
    ]

    static var cases: [AuthServiceConformance.Case] {
        AuthServiceConformance.cases + AuthServiceConformance.revocationCases + AuthServiceConformance.guestCases
            + AuthServiceConformance.bindingCases + AuthServiceConformance.passwordCases
            + AuthServiceConformance.secondFactorCases + AuthServiceConformance.recoveryCodeCases
            + AuthServiceConformance.sessionCases + AuthServiceConformance.codeCases
    }

    private func subject(_ server: AppwriteDouble) throws -> AuthServiceConformance.Subject {
        let service = AppwriteAuthService(
            project: try .double(), server: server.dialect == .sesame ? .sesame : .appwrite, mailPages: try .double(),
            transport: server)
        return .init(service: service) { person, nonce in .google(person, nonce) }
    }

    /// Returns the subject of a case. In cases with a second factor, the subject signs in with a password, because
    /// Appwrite's own server requires no second factor after a provider's token.
    private func subject(at server: AppwriteDouble, for fact: AuthServiceConformance.Case) throws
        -> AuthServiceConformance.Subject
    {
        let facts = AuthServiceConformance.secondFactorCases + AuthServiceConformance.recoveryCodeCases
        guard facts.contains(where: { $0.name == fact.name }) else {
            return try subject(server)
        }
        return .init(service: AppwriteAuthService(project: try .double(), transport: server)) { person, _ in
            .password(person, at: server)
        }
    }

    @Test(arguments: cases.filter { !beyondAppwrite.contains($0.name) })
    func `the Appwrite client conforms to AuthServiceProtocol at Appwrite`(_ fact: AuthServiceConformance.Case)
        async throws
    {
        try await fact.run(subject(at: AppwriteDouble(.appwrite), for: fact))
    }

    @Test(arguments: cases)
    func `the Appwrite client conforms to AuthServiceProtocol at Sesame`(_ fact: AuthServiceConformance.Case)
        async throws
    {
        try await fact.run(subject(AppwriteDouble(.sesame)))
    }

    @Test(arguments: cases.filter { beyondAppwrite.contains($0.name) })
    func `every case listed as beyond Appwrite fails there`(_ fact: AuthServiceConformance.Case) async throws {
        await #expect(throws: (any Error).self) {
            try await fact.run(subject(at: AppwriteDouble(.appwrite), for: fact))
        }
    }

    @Test func `every case listed as beyond Appwrite exists`() {
        #expect(Self.beyondAppwrite.isSubset(of: Self.cases.map(\.name)))
    }

    @Test(arguments: PushTokenServiceConformance.cases)
    func `push targets conform to PushTokenService`(_ fact: PushTokenServiceConformance.Case) async throws {
        let server = AppwriteDouble()
        let project = try AppwriteProject.double()
        try await fact.run(
            .init { number in
                let manager = AuthManager(
                    service: AppwriteAuthService(project: project, transport: server), store: MemorySessionStore())
                let session = try await manager.signIn(with: .google(number, try await manager.nonce(for: .signIn)))
                    .session
                return .init(
                    service: AppwritePushTokenService(project: project, auth: manager, transport: server),
                    session: session
                ) {
                    server.withState { $0.targets.filter { $0.user == session.user.uid }.map(\.id) }
                }
            })
    }
}
