import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Steps that several groups of methods have in common, about an account.
extension FirebaseDoor {
    /// The ID token of a client's call. By an id alone nobody but the operator names an account.
    func idToken(_ body: FirebaseBody) throws(Refusal) -> Secret {
        Secret(try body.required("idToken", orElse: "MISSING_ID_TOKEN"))
    }

    func address(_ text: String) throws(Refusal) -> EmailAddress {
        guard let email = EmailAddress(text) else { throw .firebase("INVALID_EMAIL") }
        return email
    }

    /// The account with an identity or a login of that address.
    func holder(of email: EmailAddress, in app: App) async throws(Refusal) -> AccountView? {
        try await directory.accounts([], emails: [email], in: app).first?.view
    }

    /// Refuses an address that is another account's, in a project where each is one account's.
    func requireFree(_ email: EmailAddress, for caller: FirebaseCaller?, in app: App) async throws(Refusal) {
        guard app.firebase?.rules.allowsDuplicateEmails == false, let holder = try await holder(of: email, in: app),
            holder.account.id != caller?.view.account.id
        else { return }
        throw .firebase("EMAIL_EXISTS")
    }

    func tokens(of session: Session, in app: App) async throws(Refusal) -> FirebaseTokens {
        try await firebase.firebaseTokens(of: session, in: app)
    }

    /// The answer to a sign-in that awaits its second factor, in place of the tokens; any other error is thrown again.
    ///
    /// - Parameter frame: What the method answers beside.
    func pending(_ error: Refusal, _ frame: JSONObject) throws(Refusal) -> HTTPResponse {
        guard let pending = error.ofDomain?.secondFactor else { throw error }
        var json = frame
        json["localId"] = .string(pending.signIn.view.account.id.description)
        json["mfaPendingCredential"] = .string(pending.ticket.exposed)
        json["mfaInfo"] = .array(pending.signIn.factors.map { .object(FirebaseUser.json($0, isMasked: true)) })
        return .firebase(json)
    }
}
