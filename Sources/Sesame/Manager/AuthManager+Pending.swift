import SesameCore
import SesameWire

/// A sign-in that waits for a registration form, a second factor or a choice between two accounts.
struct PendingSignIn: Sendable {
    /// The maximum number of waiting sign-ins; the oldest ones are dropped.
    static let limit = 4

    /// The one-time ticket of the error response, with which the client continues the sign-in.
    let ticket: Secret
    /// The uids of guests whose account the sign-in abandons, if one of them is signed in.
    let replacedGuests: [String]
    /// The user's id at Apple; nil if they did not sign in with Apple.
    let appleUser: Secret?
    /// The name that Apple has supplied; nil if there is none. It remains stored until the sign-in is complete, because
    /// the ticket may expire before.
    let name: FirstSignInName?
}

extension AuthManager {
    /// Returns the waiting sign-in that the credential's ticket continues; nil if there is none.
    func pendingSignIn(of credential: AuthCredential) -> PendingSignIn? {
        credential.ticket.flatMap { pendingSignIn(by: $0) }
    }

    /// Returns the sign-in that waits with the given ticket; nil if there is none.
    func pendingSignIn(by ticket: Secret) -> PendingSignIn? {
        pendingSignIns.last { $0.ticket == ticket }
    }

    /// Returns true if the credential continues a sign-in that abandons the signed-in guest's account.
    func replacesGuest(_ credential: AuthCredential) -> Bool {
        guard let guests = pendingSignIn(of: credential)?.replacedGuests, let user = machine.session?.user else {
            return false
        }
        return guests.contains { $0.hasSameBytes(as: user.uid) }
    }

    /// Removes the waiting sign-in with the given ticket, because the ticket is used up.
    func forgetPending(_ ticket: Secret?) {
        pendingSignIns.removeAll { $0.ticket == ticket }
    }

    /// Stores the sign-in that the error's ticket continues. Does nothing for an error without a ticket.
    /// - Parameter guests: The uids of guests whose account the sign-in abandons, if one of them is signed in.
    func notePending(_ error: AuthError, for credential: AuthCredential, replacing guests: [String]) {
        let before = pendingSignIn(of: credential)
        note(
            error, replacing: guests, appleUser: credential.appleUser ?? before?.appleUser,
            name: credential.firstName ?? before?.name)
    }

    /// Stores the sign-in that the error's ticket continues, with the Apple user and the name that belong to the
    /// earlier ticket. Does nothing for an error without a ticket.
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
    /// The ticket of the sign-in that the credential continues; nil for a credential that begins a sign-in.
    var ticket: Secret? {
        switch self {
        case .registration(let form): form.ticket
        case .secondFactor(let proof): proof.ticket
        default: nil
        }
    }

    /// The user's id at Apple, from the ID token of an Apple credential, without verification; nil for any other
    /// credential.
    var appleUser: Secret? {
        guard case .apple(let idToken, _, _, _, _) = self else { return nil }
        return UnverifiedClaims(idToken)?["sub"].map { Secret($0) }
    }

    /// The name that Apple has supplied with the credential; nil if there is none.
    fileprivate var firstName: FirstSignInName? {
        guard let appleUser, case .apple(_, _, _, _, let name?) = self else { return nil }
        return FirstSignInName(appleUser: appleUser.exposed, name: name)
    }
}
