import Foundation
import Sesame
import SesameCore
import SesameFirebase
import SesameProviders
import SesameTesting
import Testing

/// What apps with a Firebase project are made of, at a server of ours in Google's place.
struct FirebaseTests {
    static let authCases =
        AuthServiceConformance.cases + AuthServiceConformance.guestCases + AuthServiceConformance.linkingCases

    /// One server for all facts, since its keys take a while to make, and other people for each.
    @Test func `the server and the client of a Firebase project do what the port says`() async throws {
        try await RunningServer.run(firebaseProject: "couple") { server in
            let service = FirebaseAuthService(server.firebase)
            for (index, fact) in Self.authCases.enumerated() {
                let subject = AuthServiceConformance.Subject(service: service) { person, nonce in
                    let source = MintedCredential(
                        server: server, provider: index.isMultiple(of: 2) ? .google : .apple,
                        user: 10 * (index + 1) + person)
                    return try await source.credential(nonces: NonceSource { () async throws(AuthError) in nonce })
                }
                do {
                    try await fact.run(subject)
                } catch {
                    Issue.record("\(fact): \(error)")
                }
            }
        }
    }
}

extension RunningServer {
    /// The Firebase project that the server stands in for.
    var firebase: FirebaseProject { FirebaseProject(id: "couple", apiKey: Self.firebaseKey, host: .server(url)) }
}
