import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

/// The conformance cases for a Firebase project. Features that Firebase lacks are left out: a client cannot end other
/// sessions or merge two accounts there.
@Suite struct FirebaseConformanceTests {
    let firebase = FirebaseDouble()

    static let authCases =
        AuthServiceConformance.cases + AuthServiceConformance.guestCases + AuthServiceConformance.linkingCases
        + AuthServiceConformance.passwordCases
        + AuthServiceConformance.secondFactorCases.filter { $0.name != beyondFirebase }

    /// The case that Firebase fails: Google keeps other sessions when an authenticator app is added.
    static let beyondFirebase = "the first second factor ends all other sessions"

    @Test func `the case listed as beyond Firebase fails there`() async throws {
        let fact = try #require(AuthServiceConformance.secondFactorCases.first { $0.name == Self.beyondFirebase })
        let service = FirebaseAuthService(FirebaseDouble.project, transport: firebase)
        await #expect(throws: ConformanceFailure.self) {
            try await fact.run(.init(service: service) { person, nonce in .google(person, nonce) })
        }
    }

    @Test(arguments: authCases)
    func `accounts conform to AuthServiceProtocol with Google`(_ fact: AuthServiceConformance.Case) async throws {
        let service = FirebaseAuthService(FirebaseDouble.project, transport: firebase)
        try await fact.run(.init(service: service) { person, nonce in .google(person, nonce) })
    }

    @Test(arguments: authCases)
    func `accounts conform to AuthServiceProtocol with Apple`(_ fact: AuthServiceConformance.Case) async throws {
        let service = FirebaseAuthService(FirebaseDouble.project, transport: firebase)
        try await fact.run(.init(service: service) { person, nonce in .apple(person, nonce) })
    }

    @Test(arguments: ProfileServiceConformance.cases + ProfileServiceConformance.onboardingCases)
    func `Firestore profiles conform to ProfileService`(_ fact: ProfileServiceConformance.Case) async throws {
        let manager = AuthManager(
            service: FirebaseAuthService(FirebaseDouble.project, transport: firebase), store: MemorySessionStore())
        let user = try await manager.signInAnonymously()
        let steps = OnboardingSteps("one", "two", "three")
        let layout = FirestoreProfileLayout(required: ["name"], steps: steps, readOnly: ["isSubscribed"])
        try await fact.run(
            .init(
                service: FirestoreProfileService(
                    FirebaseDouble.project, layout: layout, auth: manager, transport: firebase), uid: user.uid,
                texts: ("city", "motto"), required: "name", refused: "isSubscribed", steps: steps))
    }

    @Test(arguments: PushTokenServiceConformance.cases)
    func `push tokens conform to PushTokenService`(_ fact: PushTokenServiceConformance.Case) async throws {
        try await fact.run(
            .init { [firebase] number in
                let manager = AuthManager(
                    service: FirebaseAuthService(FirebaseDouble.project, transport: firebase),
                    store: MemorySessionStore())
                let nonce = try await manager.nonce(for: .signIn)
                let session = try await manager.signIn(with: .google(number, nonce)).session
                let profiles = FirestoreProfileService(
                    FirebaseDouble.project, layout: FirestoreProfileLayout(), auth: manager, transport: firebase)
                try await profiles.create(for: session.user.uid)
                return .init(
                    service: FirebasePushTokenService(FirebaseDouble.project, auth: manager, transport: firebase),
                    session: session
                ) { firebase.state.withLock { $0.documents.installations(of: session.user.uid) } }
            })
    }
}
