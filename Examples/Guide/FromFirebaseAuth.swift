public import Sesame

/// The calls of an app with Firebase Auth, in this library.
public struct FromFirebaseAuth: Sendable {
    let auth: AuthManager
    let apple: any CredentialSource

    /// The examples over a manager.
    public init(_ auth: AuthManager, apple: some CredentialSource) {
        self.auth = auth
        self.apple = apple
    }

    // snippet.listen
    /// In place of `addStateDidChangeListener`: the current state comes first, and "not known yet" is no sign-out.
    public func greet(_ show: @Sendable (String) async -> Void) async {
        for await state in auth.states {
            switch state {
            case .unresolved, .locked: continue
            case .signedOut: await show("Welcome")
            case .signedIn(let user): await show("Hello \(user.displayName ?? "there")")
            }
        }
    }
    // snippet.end

    // snippet.link
    /// In place of `currentUser.link(with:)`: the guest keeps the uid.
    public func becomePermanent() async throws(AuthError) -> String {
        try await auth.upgrade(using: apple).user.uid
    }
    // snippet.end

    // snippet.token
    /// In place of `getIDToken()`. Firebase's `forcingRefresh` becomes: which token was refused.
    public func authorization(afterRefusalOf refused: Secret? = nil) async throws(AuthError) -> Secret {
        let token = try await auth.accessToken(validFor: .seconds(60), rejecting: refused)
        return Secret("Bearer \(token.exposed)")
    }
    // snippet.end
}
