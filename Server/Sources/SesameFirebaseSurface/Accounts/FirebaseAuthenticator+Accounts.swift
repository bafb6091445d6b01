import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Account helpers shared by the method groups.
extension FirebaseAuthenticator {
    /// Returns the ID token of a client's call. Throws if it is missing, because only an operator may select an account
    /// by its id alone.
    func idToken(_ body: FirebaseBody) throws(AccountError) -> Secret {
        Secret(try body.required("idToken", orElse: "MISSING_ID_TOKEN"))
    }

    func address(_ text: String) throws(AccountError) -> EmailAddress {
        guard let email = EmailAddress(text) else { throw .firebase("INVALID_EMAIL") }
        return email
    }

    /// Returns an account that has the email address as a local credential or, if there is none, in an identity; nil if
    /// no account has the address.
    func holder(of email: EmailAddress, in app: App) async throws(AccountError) -> AccountRecord? {
        try await directory.accounts([], emails: [email], in: app).first?.view
    }

    /// Checks that no other account has the address, unless the project allows several accounts per address; throws
    /// `EMAIL_EXISTS` otherwise.
    func requireFree(_ email: EmailAddress, for caller: FirebaseCaller?, in app: App) async throws(AccountError) {
        guard app.firebase?.rules.allowsDuplicateEmails == false, let holder = try await holder(of: email, in: app),
            holder.account.id != caller?.view.account.id
        else { return }
        throw .firebase("EMAIL_EXISTS")
    }

    func tokens(of session: Session, in app: App) async throws(AccountError) -> FirebaseTokens {
        try await firebase.firebaseTokens(of: session, in: app)
    }

    /// Returns the response of a sign-in that waits for its second factor; rethrows any other error.
    ///
    /// - Parameter frame: The response members that are specific to the method.
    func pending(_ error: AccountError, _ frame: JSONObject) throws(AccountError) -> HTTPResponse {
        guard let pending = error.ofDomain?.secondFactor else { throw error }
        var json = frame
        json["localId"] = .string(pending.signIn.view.account.id.description)
        json["mfaPendingCredential"] = .string(pending.ticket.exposed)
        json["mfaInfo"] = .array(pending.signIn.factors.map { .object(FirebaseUserInfo.json($0, isMasked: true)) })
        return .firebase(json)
    }
}
