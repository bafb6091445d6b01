public import Foundation
public import Sesame
public import SesameFirebase

/// Example code for an app with a Firebase project.
public struct FirebaseGuide: Sendable {
    let storage: StorageLocation

    /// Creates the examples with the storage for the app's data.
    public init(storage: StorageLocation) {
        self.storage = storage
    }

    // snippet.begin
    /// Restores the session or signs in a guest, and returns the manager and the store of the user's document.
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
    /// Imports the session of Firebase's SDK at the first launch of the version with this library, so that the user
    /// stays signed in. Does nothing if a session is stored already.
    /// - Parameter refreshToken: `Auth.auth().currentUser?.refreshToken`
    public func takeOver(_ refreshToken: String?, at project: FirebaseProject) async throws(AuthError) {
        guard let refreshToken, try storage.sessions.load() == nil else { return }
        try storage.sessions.save(
            try await FirebaseAuthService(project).importSession(refreshToken: Secret(refreshToken)))
    }
    // snippet.end

    // snippet.confirm
    /// Deletes the account after a confirmation with the user's sign-in method and, if one is enrolled, a code of the
    /// authenticator app. A wrong code does not invalidate the ticket.
    /// - Parameter ask: Asks for the code; nil cancels, and the account remains.
    public func deleteAccount(
        _ auth: AuthManager, confirmedBy credential: AuthCredential, ask: @Sendable () async -> String?
    ) async throws(AuthError) {
        do throws(AuthError) {
            try await auth.deleteAccount(confirmedBy: credential)
        } catch {
            guard case .submitSecondFactor(let step?) = error.recovery else { throw error }
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
    /// Returns a nonce, and the string to pass to Google's SDK: for a Firebase project, the nonce's hash.
    public func nonceForGoogle(_ auth: AuthManager) async throws(AuthError) -> (Nonce, forSheet: String) {
        let nonce = try await auth.nonce(for: .signIn)
        return (nonce, nonce.forGoogle)
    }
    // snippet.end
}
