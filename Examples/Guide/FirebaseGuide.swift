public import Foundation
public import Sesame
public import SesameFirebase

/// The steps of an app with a Firebase project.
public struct FirebaseGuide: Sendable {
    let storage: StorageLocation

    /// The examples over a place for what an app keeps.
    public init(storage: StorageLocation) {
        self.storage = storage
    }

    // snippet.begin
    /// Ten lines: the app's own project, who uses the app, and their document.
    public func begin(
        googleServiceInfo: Data, layout: FirestoreProfileLayout
    ) async throws(AuthError) -> (AuthManager, ProfileStore) {
        let project = try FirebaseProject(googleServiceInfo: googleServiceInfo)
        let auth = AuthManager(AuthConfiguration(service: FirebaseAuthService(project), storage: storage))
        await auth.restore()  // works offline
        if auth.auth == nil {
            try await auth.signInAnonymously()
        }
        let service = FirestoreProfileService(project, layout: layout, auth: auth)
        return (auth, ProfileStore(service: service, auth: auth, storage: storage))
    }
    // snippet.end

    // snippet.adopt
    /// At the first launch of the version that has this library: whoever is signed in stays signed in.
    /// - Parameter refreshToken: `Auth.auth().currentUser?.refreshToken`
    public func takeOver(_ refreshToken: String?, at project: FirebaseProject) async throws(AuthError) {
        guard let refreshToken, try storage.sessions.load() == nil else { return }
        try storage.sessions.save(try await FirebaseAuthService(project).adopt(refreshToken: Secret(refreshToken)))
    }
    // snippet.end

    // snippet.confirm
    /// "Delete my account": what the person signs in with, and then, where they have an authenticator app, its code. A wrong
    /// one leaves the ticket as it is.
    /// - Parameter ask: Asks for the code; nil gives up.
    public func deleteAccount(
        _ auth: AuthManager, confirmedBy credential: AuthCredential, ask: @Sendable () async -> String?
    ) async throws(AuthError) {
        do throws(AuthError) {
            try await auth.deleteAccount(confirmedBy: credential)
        } catch {
            guard case .showSecondFactor(let step?) = error.recovery else { throw error }
            while let code = await ask() {
                let proof = SecondFactorProof(.code(Secret(code)), ticket: step.ticket)
                do throws(AuthError) {
                    try await auth.deleteAccount(confirmedBy: .secondFactor(proof))
                    return
                } catch {
                    guard error.code == .invalidCredentials else { throw error }
                }
            }
        }
    }
    // snippet.end

    // snippet.google
    /// With Google's SDK, which is given what the project compares: the nonce's hash at Firebase.
    public func nonceForGoogle(_ auth: AuthManager) async throws(AuthError) -> (Nonce, forSheet: String) {
        let nonce = try await auth.nonce(for: .signIn)
        return (nonce, nonce.forGoogle)
    }
    // snippet.end
}
