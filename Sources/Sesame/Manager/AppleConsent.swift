/// Apple's word on a user's consent.
package enum AppleConsent: Sendable, Equatable {
    /// It stands.
    case granted
    /// The person has withdrawn it.
    case revoked
    /// The app was transferred to another team; the person's Apple id is another one now.
    case transferred
    /// Apple knows of none. A device that has never seen the person says so, too, so nothing follows from it.
    case unknown
}

extension AuthManager {
    /// Takes in what Apple says: a person who has withdrawn the only consent that they sign in by is signed out.
    ///
    /// Whoever has another way to sign in stays: what is to become of the account is the server's to say, and Apple
    /// tells it.
    package func appleConsentChanged(to consent: AppleConsent) async {
        guard consent == .revoked, let user = machine.session?.user, user.providers == ["apple"] else { return }
        await signOut()
    }

    /// Takes in what Apple says of one person, unless somebody else is signed in by now.
    package func appleConsentChanged(to consent: AppleConsent, ofAppleUser user: Secret) async {
        guard machine.session?.appleUser == user else { return }
        await appleConsentChanged(to: consent)
    }
}
