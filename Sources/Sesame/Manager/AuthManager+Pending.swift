import SesameCore

/// What is known of a sign-in that waits for a registration form or a second factor.
struct PendingSignIn: Sendable {
    /// More of them are not open at once.
    static let limit = 4

    /// The ticket that it goes on by.
    let ticket: Secret
    /// Whether it is to leave a guest's account behind.
    let replacesGuest: Bool
    /// The person's id at Apple, where they have shown themselves by that.
    let appleUser: Secret?
    /// The name that Apple has given. It is acknowledged only when the form has been sent: the ticket may expire before.
    let name: FirstSignInName?
}

extension AuthManager {
    /// The sign-in that a credential goes on with.
    func pendingSignIn(of credential: AuthCredential) -> PendingSignIn? {
        guard let ticket = credential.ticket else { return nil }
        return pendingSignIns.last { $0.ticket == ticket }
    }

    /// Keeps what is known of a sign-in that goes on by the ticket of that error.
    func notePending(_ error: AuthError, for credential: AuthCredential, replacingGuest: Bool) {
        guard let ticket = error.registration?.ticket ?? error.secondFactor?.ticket else { return }
        let before = pendingSignIn(of: credential)
        let pending = PendingSignIn(
            ticket: ticket, replacesGuest: replacingGuest, appleUser: credential.appleUser ?? before?.appleUser,
            name: error.registration == nil ? before?.name : credential.firstName ?? before?.name)
        pendingSignIns = (pendingSignIns + [pending]).suffix(PendingSignIn.limit)
    }
}

extension AuthCredential {
    /// The ticket of the sign-in that this goes on with.
    fileprivate var ticket: Secret? {
        switch self {
        case .registration(let form): form.ticket
        case .secondFactor(let proof): proof.ticket
        default: nil
        }
    }

    /// The person's id at Apple.
    var appleUser: Secret? {
        guard case .apple(let idToken, _, _, _, _) = self else { return nil }
        return UnverifiedClaims(idToken)?["sub"].map { Secret($0) }
    }

    /// The name that Apple has given with it.
    fileprivate var firstName: FirstSignInName? {
        guard let appleUser, case .apple(_, _, _, _, let name?) = self else { return nil }
        return FirstSignInName(appleUser: appleUser.exposed, name: name)
    }
}
