/// The state of a user's consent to Sign in with Apple, as Apple reports it.
package enum AppleCredentialState: Sendable, Equatable {
    case authorized
    /// A consent that the user has withdrawn.
    case revoked
    /// A transfer of the app to another team, which gives the user another id at Apple.
    case transferred
    /// No known consent. A device that has never seen the user reports this, too, so it has no effect.
    case notFound
}

extension AuthManager {
    /// Signs the user out if they have withdrawn their consent and have no other sign-in method; ignores all other
    /// changes.
    ///
    /// A user with another sign-in method stays signed in. The server decides what happens to the account, because
    /// Apple notifies it.
    package func appleCredentialStateChanged(to consent: AppleCredentialState) async {
        guard consent == .revoked, let user = machine.session?.user, user.providers == ["apple"] else { return }
        await signOut()
    }

    /// Handles a change of the given Apple user's consent. Does nothing unless the session belongs to this Apple user.
    package func appleCredentialStateChanged(to consent: AppleCredentialState, ofAppleUser user: Secret) async {
        guard machine.session?.appleUser == user else { return }
        await appleCredentialStateChanged(to: consent)
    }
}
