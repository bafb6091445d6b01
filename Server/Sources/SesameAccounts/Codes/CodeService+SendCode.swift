package import Foundation
package import SesameCore
import SesameWire

extension CodeService {
    /// Sends a code, if an account can use it. Neither the response nor its timing reveals whether the code was sent:
    /// for an address without an account, the same statements and the same commit run.
    package func sendCode(_ order: OneTimeCodeRequest, of app: App, context: RequestContext) async throws(AccountError)
    {
        _ = try await sendAndReturnCode(order, of: app, context: context)
    }

    /// Sends a code, if an account can use it, and returns it to the caller as well, for back ends that act as any
    /// user.
    ///
    /// - Returns: The code; nil if no account can use it, which must not be revealed to clients.
    package func sendAndReturnCode(
        _ order: OneTimeCodeRequest, of app: App, context: RequestContext
    ) async throws(AccountError) -> IssuedCode? {
        try messages.requireCarrier(to: order.name, order.kind)
        return try await make(order, of: app, isSent: true, context: context)
    }

    /// Creates a code and returns it to the caller, for a back end that sends its own messages; throws if no account
    /// can use it.
    package func issueCode(
        _ order: OneTimeCodeRequest, of app: App, context: RequestContext
    ) async throws(AccountError) -> IssuedCode {
        guard let code = try await make(order, of: app, isSent: false, context: context) else {
            throw AccountError(.notFound, "no account can use a code for this email address or phone number")
        }
        return code
    }

    func make(
        _ order: OneTimeCodeRequest, of app: App, isSent: Bool, context: RequestContext
    ) async throws(AccountError) -> IssuedCode? {
        guard let policy = app.passwords, !app.privacy.isPseudonymous,
            order.kind != .phone || policy.allowsPhones
        else { throw .noPasswords }
        let email = order.kind == .email ? order.name : nil
        return try await make(order, knownBy: email, of: app, isSent: isSent, context: context)
    }

    /// Sends a code for a second factor, independent of the app's settings for passwords and phone sign-in.
    ///
    /// - Parameter email: The account's email address, whose known devices have their own limits; nil if the account
    ///   has none.
    func sendSecondFactorCode(
        _ order: OneTimeCodeRequest, knownBy email: String?, of app: App, context: RequestContext
    ) async throws(AccountError) {
        try messages.requireCarrier(to: order.name, order.kind)
        _ = try await make(order, knownBy: email, of: app, isSent: true, context: context)
    }

    private func make(
        _ order: OneTimeCodeRequest, knownBy email: String?, of app: App, isSent: Bool, context: RequestContext
    ) async throws(AccountError) -> IssuedCode? {
        var order = order
        if let email {
            let device = try await knownDevice(presenting: context.device, for: email, in: app.id)
            order.isOfKnownDevice = device != nil
        }
        try limiter?.admitCode(order, in: app.id, from: isSent ? context.client : nil)
        let now = environment.now
        let issue = CodeIssueTransaction(
            order: order, app: app, secret: oneTimeCodes.secret(for: order, environment), cipher: oneTimeCodes,
            link: link(for: order, in: app), mail: isSent ? (messageCipher, environment.randomID()) : nil, now: now,
            decoy: oneTimeCodes.secret(.link, environment),
            tally: isSent
                ? messageCounters.tally(order, of: app, by: messageRules, at: now, context: context) : nil)
        return try await run(issue)
    }

    /// Returns a function that makes a code's URL: the request's own function, or one for the server's page; nil for
    /// digits. A surface that takes the page's URL from a client checks it first.
    private func link(for order: OneTimeCodeRequest, in app: App) -> (@Sendable (Secret) -> String)? {
        guard order.form == .link else { return nil }
        if let link = order.link { return link }
        let base = "\(publicURL)/account/code/\(app.id)"
        return { "\(base)?code=\($0.exposed)" }
    }
}

/// A new code, as returned to back ends that act as any user or send their own messages.
package struct IssuedCode: Sendable {
    package let code: Secret
    /// The URL that contains the code; nil for digits.
    package let link: String?
    package let expiresAt: Date
}

/// The creation of a code and its message, in one transaction.
struct CodeIssueTransaction: Sendable {
    let order: OneTimeCodeRequest
    let app: App
    let secret: Secret
    let cipher: OneTimeCodeCipher
    let link: (@Sendable (Secret) -> String)?
    let mail: (cipher: MessageCipher, id: String)?
    let now: Date
    /// The secret of the decoy code that is stored if no account can use a code. It is never sent.
    var decoy: Secret?
    /// The count of the message toward its caps; nil if no cap applies, or if the server sends no message.
    var tally: MessageRequestCount?

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Result<IssuedCode?, AccountError> {
        let expiresAt = now.addingTimeInterval(order.purpose.lifetime(as: order.form))
        if try isTaken(transaction) { return .failure(.handleInUse) }
        if let session = order.session, let account = order.account,
            case .failure(let refusal) = try transaction.current(session, of: account, at: now)
        {
            // The session may have been revoked since the request was checked. The code would then outlive the event
            // that ended the session.
            return .failure(refusal)
        }
        if order.purpose == .changeEmail, let account = order.account,
            let view = try transaction.view(of: account, in: app.id)
        {
            // An upgrade of a guest requires more than a proof: a role, profile fields and a new session.
            if view.isAnonymous { return .failure(.guestWithoutAddress) }
            if order.session != nil, let refusal = view.refusalOfUnclaimed { return .failure(refusal) }
        }
        // The message is counted before the account is looked up, so that a name without an account counts in the same
        // way.
        if let refusal = try tally?.run(transaction) { return .failure(refusal) }
        let receiver = try receiver(transaction)
        guard let kept = receiver == nil ? (isDisguised ? decoy : nil) : secret else { return .success(nil) }
        let mark = try transaction.mark(
            receiver?.account ?? Self.nobody, in: app.id, endedBy: order.purpose.endedBy(for: order.kind))
        var order = order
        // The code gets a slot of the requester's own, because the slot of the address may hold its owner's code.
        if receiver == nil, order.handle == nil { order.handle = order.account?.description }
        let content = CodeContent(order, app: app.id, of: mark)
        try transaction.put(try cipher.record(content, kept, in: app.id, until: expiresAt))
        let link = link.map { $0(secret) }
        if let mail {
            var message = MessageText(app: app, language: order.language).message(
                of: content, code: secret, link: link, phrase: order.phrase, until: expiresAt)
            message.isDecoy = receiver == nil
            try transaction.send(message, id: mail.id, mail.cipher, at: now)
        }
        return .success(receiver.map { _ in IssuedCode(code: secret, link: link, expiresAt: expiresAt) })
    }

    /// True if a request that no account can use creates a decoy code and a message that is never sent, so that the
    /// response hides the existence of an account. A request to verify a local credential needs no decoy, because the
    /// caller has the account.
    private var isDisguised: Bool {
        mail != nil && (order.account == nil || order.handle != nil || order.purpose == .changeEmail)
    }

    /// A placeholder id, looked up for a name without an account, so that the number of lookups reveals nothing.
    private static let nobody = AccountID("")

    /// Returns true if the requested id already belongs to an account, or to a pending code for another address or
    /// number. Always false for a request that specifies the account, because it may use the account's own id.
    private func isTaken(_ transaction: any StorageTransaction) throws(StorageError) -> Bool {
        guard let handle = order.handle, order.account == nil else { return false }
        if try transaction.account(AccountID(handle), in: app.id) != nil { return true }
        for kind in LocalCredential.Kind.allCases {
            let slot = cipher.lookupKey(order.purpose, kind, handle: handle, in: app.id)
            guard let known = try transaction.code(inSlot: slot), now < known.expiresAt else { continue }
            let name = try cipher.open(known).name
            if kind != order.kind || !name.hasSameBytes(as: order.name) { return true }
        }
        return false
    }

    /// Returns a tuple with the account that the code is for, or with nil for a sign-in that creates an account.
    /// Returns nil instead of the tuple if no account can use the code.
    private func receiver(
        _ transaction: any StorageTransaction
    ) throws(StorageError) -> (account: AccountID?, Void)? {
        let login = try transaction.login(order.kind, name: order.name, in: app.id)
        let isOpen = try isOpen(order.account ?? login?.account ?? Self.nobody, transaction)
        switch order.purpose {
        case .resetPassword:
            guard let login, try helps(login, isOpen, transaction) else { return nil }
            return (login.account, ())
        case .signIn:
            guard let login else { return app.allowsSignUp(by: order.kind) ? (nil, ()) : nil }
            // The holder of the phone may learn that its account is disabled; an address's email could be read by
            // others.
            return try helps(login, isOpen || order.kind == .phone, transaction) ? (login.account, ()) : nil
        case .verify:
            guard let login, login.account == order.account else { return nil }
            return (login.account, ())
        case .secondFactor, .undoChange, .undoMethod, .undoFactor:
            guard let account = order.account, isOpen else { return nil }
            return (account, ())
        case .changeEmail:
            guard let account = order.account, isOpen else { return nil }
            if let login, login.account != account, try !transaction.givesUp(login, cipher, at: now) {
                return nil
            }
            return (account, ())
        }
    }

    /// Returns true if the recipient can use a code for the local credential: the account is enabled, or gives up the
    /// local credential.
    private func helps(
        _ login: LocalCredential, _ isOpen: Bool, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Bool {
        if isOpen { return true }
        return try transaction.givesUp(login, cipher, at: now)
    }

    private func isOpen(_ account: AccountID, _ transaction: any StorageTransaction) throws(StorageError) -> Bool {
        guard let account = try transaction.account(account, in: app.id) else { return false }
        return account.disabledAt == nil
    }
}

extension AccountError {
    fileprivate static let handleInUse = AccountError(
        .credentialInUse, "the id belongs to an account, or to a pending code of another email address or phone number",
        field: "id")
    fileprivate static let guestWithoutAddress = AccountError(
        .notFound, "a guest has no email address to change; add one with a password")
}
