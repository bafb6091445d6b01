import SesameCore
import SesameWire

/// A sign-in that waits for a registration form, a second factor or a choice between two accounts.
struct PendingSignIn: Sendable {
    /// More of them are not open at once.
    static let limit = 4

    /// The ticket that it goes on by.
    let ticket: Secret
    /// The guests of whom one may be there, whose account it is then to leave behind.
    let replacedGuests: [String]
    /// The person's id at Apple, where they have shown themselves by that.
    let appleUser: Secret?
    /// The name that Apple has given. It is acknowledged only when the form has been sent: the ticket may expire before.
    let name: FirstSignInName?
}

extension AuthManager {
    /// The sign-in that a credential goes on with.
    func pendingSignIn(of credential: AuthCredential) -> PendingSignIn? {
        credential.ticket.flatMap { pendingSignIn(by: $0) }
    }

    /// The sign-in that waits with that ticket.
    func pendingSignIn(by ticket: Secret) -> PendingSignIn? {
        pendingSignIns.last { $0.ticket == ticket }
    }

    /// True if the credential goes on with a sign-in that was to replace the guest who is signed in.
    func replacesGuest(_ credential: AuthCredential) -> Bool {
        guard let guests = pendingSignIn(of: credential)?.replacedGuests, let user = machine.session?.user else {
            return false
        }
        return guests.contains { $0.hasSameBytes(as: user.uid) }
    }

    /// Forgets a sign-in that has ended.
    func forgetPending(_ ticket: Secret?) {
        pendingSignIns.removeAll { $0.ticket == ticket }
    }

    /// Keeps what is known of a sign-in that goes on by the ticket of that error.
    /// - Parameter guests: Of whom one may be there, whose account it is then to leave behind.
    func notePending(_ error: AuthError, for credential: AuthCredential, replacing guests: [String]) {
        let before = pendingSignIn(of: credential)
        note(
            error, replacing: guests, appleUser: credential.appleUser ?? before?.appleUser,
            name: credential.firstName ?? before?.name)
    }

    /// Keeps what is known of a sign-in that went on by one ticket, and goes on by the ticket of that error.
    func notePending(_ error: AuthError, after ticket: Secret, replacing guests: [String]) {
        let before = pendingSignIn(by: ticket)
        note(error, replacing: guests, appleUser: before?.appleUser, name: before?.name)
    }

    private func note(_ error: AuthError, replacing guests: [String], appleUser: Secret?, name: FirstSignInName?) {
        guard let ticket = error.registration?.ticket ?? error.secondFactor?.ticket ?? error.conflict?.ticket else {
            return
        }
        let pending = PendingSignIn(ticket: ticket, replacedGuests: guests, appleUser: appleUser, name: name)
        pendingSignIns = (pendingSignIns + [pending]).suffix(PendingSignIn.limit)
    }
}

extension AuthCredential {
    /// The ticket of the sign-in that this goes on with.
    var ticket: Secret? {
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
