public import Sesame

/// The calls of an app with Firebase Auth, translated to this library.
public struct FromFirebaseAuth: Sendable {
    let auth: AuthManager
    let apple: any CredentialSource

    /// Creates the examples with the app's manager and Apple's sheet.
    public init(_ auth: AuthManager, apple: some CredentialSource) {
        self.auth = auth
        self.apple = apple
    }

    // snippet.listen
    /// Follows the session, in place of `addStateDidChangeListener`, and shows a greeting for each signed-in or
    /// signed-out state. The current state comes first. `unresolved` and `locked` do not mean signed out.
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
    /// Upgrades the guest's account, in place of `currentUser.link(with:)`, and returns the uid, which does not change.
    public func becomePermanent() async throws(AuthError) -> String {
        try await auth.upgrade(using: apple).user.uid
    }
    // snippet.end

    // snippet.token
    /// Returns the value of the `Authorization` header, in place of `getIDToken()`. Pass a token that your back end
    /// refused instead of using Firebase's `forcingRefresh`.
    public func authorization(afterRefusalOf refused: Secret? = nil) async throws(AuthError) -> Secret {
        let token = try await auth.accessToken(validFor: .seconds(60), rejecting: refused)
        return Secret("Bearer \(token.exposed)")
    }
    // snippet.end
}
