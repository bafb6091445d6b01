import Foundation

/// The transaction that signs in with a local credential whose password or code has been verified.
struct LocalSignInTransaction: Sendable {
    let app: App
    let kind: LocalCredential.Kind
    let name: String
    let method: AuthenticationMethod
    let role: String?
    let session: SessionSeed
    let now: Date
    let context: RequestContext
    /// The stored hash that the password matched; nil for a sign-in by code. The sign-in is refused if the hash has
    /// changed since.
    var password: PasswordHash?
    /// A new hash of the password with the current parameters, to be stored at the sign-in; nil to keep the stored
    /// hash.
    var renewed: PasswordHash?
    /// True if the session begins at once; false if only its id is reserved until a client redeems an authorization
    /// code.
    var beginsSession = true

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        guard var login = try transaction.login(kind, name: name, in: app.id),
            password == nil || login.password == password
        else { return .refused(.wrongCredentials) }
        guard let view = try transaction.view(of: login.account, in: app.id) else {
            throw .corrupt("a login has no account")
        }
        let outcome = try transaction.signIn(
            view, to: app, as: role, by: method, session, at: now, context: context, isKept: beginsSession)
        if case .refused = outcome { return outcome }
        if let renewed {
            login.password = renewed
            try transaction.update(login)
        }
        return outcome
    }
}

/// The transaction that creates an account with a local credential and its first session.
struct CredentialRegistration: Sendable {
    let account: NewAccount
    let method: AuthenticationMethod
    let session: SessionSeed
    let now: Date
    let context: RequestContext
    var details: AccountMetadata?
    /// True if the session begins at once; false if only its id is reserved until a client redeems an authorization
    /// code.
    var beginsSession = true

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        let app = account.app
        if let login = account.login, try transaction.login(login.kind, name: login.name, in: app.id) != nil {
            return .refused(.loginInUse)
        }
        let view = try account.insert(transaction, at: now, context: context)
        if let details { try transaction.put(details) }
        let begun = try transaction.beginSession(
            session, for: view.account.id, in: app, method: method, at: now, context: context, isKept: beginsSession)
        return .signedIn(SignIn(view: view, session: begun, isNew: true))
    }
}
