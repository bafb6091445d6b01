import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

/// An in-memory Firebase project and an app's manager; ``protect()`` adds an authenticator app to the user's account.
struct FirebaseFactorRig {
    let firebase = FirebaseDouble()
    let service: FirebaseAuthService
    let store = MemorySessionStore()
    let manager: AuthManager

    init() {
        service = FirebaseAuthService(FirebaseDouble.project, transport: firebase)
        manager = AuthManager(service: service, store: store)
    }

    /// Signs in Test User 1 and adds an authenticator app to the account.
    func protect() async throws -> Authenticator {
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        return try await addApp()
    }

    func addApp() async throws -> Authenticator {
        let begun = try await manager.startSecondFactorEnrollment(.authenticator(name: "Phone"))
        var app = try #require(begun.secret.flatMap { Authenticator(key: $0) })
        try await manager.finishSecondFactorEnrollment(.authenticator(name: "Phone"), code: app.code(at: Date()))
        return app
    }

    func credential(_ person: Int = 1) async throws -> AuthCredential {
        .google(person, try await service.nonce())
    }

    func bodies(of name: String) throws -> [JSONObject] {
        try firebase.requests.filter { $0.url.path.hasSuffix(name) }.map {
            try #require(try JSONValue(parsing: Array($0.body.exposed.utf8)).object)
        }
    }
}
