import Foundation
import Sesame
import SesameCore
import SesameDemo
import SesameDevelopmentProviders
import SesameFirebase
import SesameTesting
import Testing

/// Tests of the SDK's Firebase client, with this server in place of Google's.
struct FirebaseTests {
    /// The conformance cases that the Firebase client must pass. The case in which each refresh returns a new token is
    /// excluded: as with Google, the times in an ID token are whole seconds, so that two tokens of the same second are
    /// equal.
    static let authCases =
        (AuthServiceConformance.cases + AuthServiceConformance.guestCases + AuthServiceConformance.linkingCases
        + AuthServiceConformance.passwordCases + AuthServiceConformance.secondFactorCases)
        .filter { $0.name != "a refresh returns a new access token for the same session and user" }

    /// All cases share one server, because its keys take a while to create. Each case has its own users.
    @Test func `the server and a Firebase client pass the AuthService conformance suite`() async throws {
        try await RunningServer.run(firebaseProject: "couple") { server in
            let service = FirebaseAuthService(server.firebase)
            for (index, fact) in Self.authCases.enumerated() {
                let subject = AuthServiceConformance.Subject(
                    service: service, address: { "fact.\(index).user.\($0)@example.com" }
                ) { person, nonce in
                    let source = MintedCredential(
                        server: server, provider: index.isMultiple(of: 2) ? .google : .apple,
                        user: 10 * (index + 1) + person)
                    return try await source.credential(for: CredentialRequest { () async throws(AuthError) in nonce })
                }
                do {
                    try await fact.run(subject)
                } catch {
                    Issue.record("\(fact): \(error)")
                }
            }
        }
    }

    @Test func `a user's document on the server passes the ProfileService conformance suite`() async throws {
        let facts = ProfileServiceConformance.cases + ProfileServiceConformance.onboardingCases
        // The layout does not contain the server's own fields, whose changes the server refuses.
        let layout = FirestoreProfileLayout(
            required: ["name"], steps: Phone.steps, updatedAt: nil, lastSignInAt: nil, initial: { _ in [:] })
        try await RunningServer.run(firebaseProject: "couple") { server in
            for fact in facts {
                let manager = AuthManager(service: FirebaseAuthService(server.firebase), store: MockSessionStore())
                let user = try await manager.signInAnonymously()
                let subject = ProfileServiceConformance.Subject(
                    service: FirestoreProfileService(server.firebase, layout: layout, auth: manager), uid: user.uid,
                    texts: ("city", "motto"), required: "name", refused: "isSubscribed", steps: Phone.steps)
                do {
                    try await fact.run(subject)
                } catch {
                    Issue.record("\(fact): \(error)")
                }
            }
        }
    }

    @Test func `a push token is in the user's document until it is removed`() async throws {
        try await RunningServer.run(firebaseProject: "couple") { server in
            let manager = AuthManager(service: FirebaseAuthService(server.firebase), store: MockSessionStore())
            let session = try await manager.signIn(with: .anonymous).session
            let pushes = FirebasePushTokenService(
                server.firebase, fields: FirestorePushFields(devices: nil), auth: manager)
            let profiles = FirestoreProfileService(server.firebase, layout: FirestoreProfileLayout(), auth: manager)
            let token = "token-of-a-device-of-test-user-1"
            try await pushes.register(PushToken(.fcmToken, Secret(token)), installation: "i", for: session.user.uid)
            #expect(try await profiles.load(for: session.user.uid)?.fields["fcmToken"]?.string == token)
            try await pushes.remove(installation: "i", of: session)
            #expect(try await profiles.load(for: session.user.uid)?.fields["fcmToken"] == nil)
            try await pushes.remove(installation: "i", of: session)
        }
    }

    @MainActor @Test(arguments: ScenarioName.scenes(for: .firebase))
    func `every Firebase scene runs from start to end`(name: ScenarioName) async throws {
        try await DevelopmentDemo.run(.firebase) { stage in
            let isMet = try await stage.play(name)
            #expect(isMet, "\(stage.story)")
            #expect(!stage.story.contains("✗"))
        }
    }
}

extension RunningServer {
    /// A client's Firebase project, with this server in place of Google's.
    var firebase: FirebaseProject { FirebaseProject(id: "couple", apiKey: Self.firebaseKey, host: .server(url)) }
}
