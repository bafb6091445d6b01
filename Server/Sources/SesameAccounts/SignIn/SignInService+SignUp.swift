import Foundation
package import SesameCore

extension SignInService {
    /// Creates an account for the identity of a registration ticket, and signs it in.
    ///
    /// Throws `ticketExpired` if the ticket is unknown, used or expired. If the role or the profile is refused, the
    /// ticket remains valid.
    ///
    /// - Parameter app: The app that the request specifies; nil for the ticket's app.
    package func signUp(
        ticket: Secret, role: String?, profile: JSONObject, app: App?, apps: AppDirectory, context: RequestContext
    ) async throws(AccountError) -> SignIn {
        let form = SignUpForm(
            ticket: digest(ticket.exposed.utf8), role: role, profile: profile, app: app, apps: apps,
            account: AccountIDEntropy(environment), session: newSession(),
            now: environment.now, context: context)
        let outcome = try await write { transaction throws(StorageError) in try form.submit(transaction) }
        let signIn = try sessions.signIn(from: outcome)
        observe(.signedIn(signIn.session.app, signIn.session.method))
        return signIn
    }
}

/// The transaction that submits a registration form.
struct SignUpForm: Sendable {
    let ticket: [UInt8]
    let role: String?
    let profile: JSONObject
    let app: App?
    let apps: AppDirectory
    let account: AccountIDEntropy
    let session: SessionSeed
    let now: Date
    let context: RequestContext
    /// True if the session begins at once; false if it begins when a client redeems its code.
    var beginsSession = true

    func submit(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        guard let ticket = try transaction.ticket(ticket), now < ticket.expiresAt, let app = apps[ticket.app],
            self.app == nil || self.app?.id == ticket.app, app.privacy.isCurrent(ticket.subject)
        else { return .refused(AccountError(.ticketExpired, "the ticket is unknown, used or expired")) }
        if let refusal = refusal(of: app) { return .refused(refusal) }
        let context = context.within(app)
        try transaction.deleteTicket(self.ticket)
        guard try transaction.identity(ticket.provider, subject: ticket.subject, in: app.id) == nil else {
            return .refused(AccountError(.credentialInUse, "the identity already has an account; sign in with it"))
        }
        let id = app.privacy.accountID(of: ticket.subject, at: ticket.provider, account)
        let registration = NewAccount(
            id: id, app: app, role: role,
            profile: app.profile.newProfile(given: profile, claims: nil, at: now),
            identity: .init(provider: ticket.provider, subject: ticket.subject, claims: ticket.claims))
        let view = try registration.insert(transaction, at: now, context: context)
        if let token = ticket.token { try transaction.put(token) }
        let session = try transaction.beginSession(
            session, for: id, in: app, method: AuthenticationMethod(ticket.provider), at: now, context: context,
            isKept: beginsSession)
        return .signedIn(SignIn(view: view, session: session, isNew: true))
    }

    private func refusal(of app: App) -> AccountError? {
        app.refusal(ofRole: role) ?? app.profile.refusal(ofRegistrationWith: profile)
            ?? app.profile.refusal(ofMissingIn: profile)
    }
}
