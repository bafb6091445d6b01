import Foundation
package import SesameCore
import SesameWire

extension LocalCredentialService {
    /// Changes the caller's email address, with the password or after a recent sign-in. The password stays, and the
    /// former address is notified.
    ///
    /// An unverified address is replaced at once; the new address is unverified too, unless an identity of the account
    /// proves it. A verified address stays until the user has opened the link that is emailed to the new one.
    ///
    /// - Parameter language: The language of the email with the link, for example `fr`; nil for the app's.
    /// - Returns: The account, with the new address only if it was replaced at once.
    package func changeEmail(
        of caller: Caller, to email: EmailAddress, password: Secret? = nil, in language: String? = nil,
        context: RequestContext
    ) async throws(AccountError) -> AccountRecord {
        let view = try await sessions.account(of: caller)
        guard let before = view.login(.email), before.isVerified, !before.name.hasSameBytes(as: email.description)
        else {
            return try await changeCredential(
                of: caller, .email, to: email.description, password: password, context: context)
        }
        let proof = try await proof(of: caller, password, context: context)
        if let refusal = caller.refusal(of: view, showingPassword: proof != nil) { throw refusal }
        let order = OneTimeCodeRequest.changeEmail(
            to: email, of: view.account.id, askedIn: caller.session.id, in: language)
        try await codes.sendCode(order, of: caller.app, context: context)
        return view
    }

    /// Changes the caller's phone number, with the password or after a recent sign-in.
    ///
    /// An unverified number is replaced at once; the new number is unverified too. A verified number stays until the
    /// new one is verified: see ``awaitedPhone(of:)``. Throws `credentialInUse` if another account has the new number.
    ///
    /// - Returns: The account, with the new number only if it was replaced at once.
    package func changePhone(
        of caller: Caller, to phone: PhoneNumber, password: Secret? = nil, context: RequestContext
    ) async throws(AccountError) -> AccountRecord {
        guard caller.app.passwords?.allowsPhones == true else { throw .noPasswords }
        let view = try await sessions.account(of: caller)
        guard let before = view.login(.phone), before.isVerified, !before.name.hasSameBytes(as: phone.description)
        else {
            return try await changeCredential(
                of: caller, .phone, to: phone.description, password: password, context: context)
        }
        try limiter?.admitChange(of: caller.session.account)
        let proof = try await proof(of: caller, password, context: context)
        let refusal =
            caller.refusal(of: view, showingPassword: proof != nil) ?? view.refusalOfUnclaimed ?? view.refusalOfUnproved
        if let refusal { throw refusal }
        let order = OneTimeCodeRequest.changePhone(
            to: phone, of: view.account.id, askedIn: caller.session.id, as: .link)
        guard try await codes.make(order, of: caller.app, isSent: false, context: context) != nil else {
            throw .loginInUse
        }
        return view
    }

    /// Returns the new number that the caller has to verify in the current session before it replaces the verified
    /// number; nil if no change is pending.
    package func awaitedPhone(of caller: Caller) async throws(AccountError) -> PhoneNumber? {
        let (codes, session, now) = (oneTimeCodes, caller.session, environment.now)
        let slot = codes.lookupKey(.changeEmail, .phone, handle: session.account.description, in: caller.app.id)
        return try await read { reader throws(StorageError) in
            guard let code = try reader.code(inSlot: slot), now < code.expiresAt else { return nil }
            let content = try codes.open(code)
            guard content.isAsked(in: session.id), try content.isGood(reader) else { return nil }
            return PhoneNumber(content.name)
        }
    }

    private func changeCredential(
        of caller: Caller, _ kind: LocalCredential.Kind, to name: String, password: Secret?, context: RequestContext
    ) async throws(AccountError) -> AccountRecord {
        let change = try await change(of: caller, kind, to: name, password: password, context: context)
        return try await write { transaction throws(StorageError) in try change.run(transaction).view }
    }

    func change(
        of caller: Caller, _ kind: LocalCredential.Kind, to name: String, password: Secret?, context: RequestContext
    ) async throws(AccountError) -> LocalCredentialChange {
        try limiter?.admitChange(of: caller.session.account)
        guard caller.app.passwords != nil, !caller.app.privacy.isPseudonymous else { throw .noPasswords }
        return LocalCredentialChange(
            caller: caller, kind: kind, name: name, proof: try await proof(of: caller, password, context: context),
            now: environment.now, context: context, notices: codes.notices)
    }

    /// Verifies the caller's password and returns the stored hash that it matches; nil if no password is given. Throws
    /// `invalidCredentials` if it does not match.
    private func proof(
        of caller: Caller, _ password: Secret?, context: RequestContext
    ) async throws(AccountError) -> PasswordHash? {
        guard let password else { return nil }
        let view = try await sessions.account(of: caller)
        guard let email = view.emailCredential else { throw .wrongCredentials }
        return try await proved(password, of: email, in: caller.app, context: context).hash
    }
}

/// The transaction that changes a user's address or number at once, with all checks.
struct LocalCredentialChange: Sendable {
    let caller: Caller
    let kind: LocalCredential.Kind
    let name: String
    /// The stored hash that the current password matched; nil if no password was given. The change is refused if the
    /// hash has changed since.
    let proof: PasswordHash?
    let now: Date
    let context: RequestContext
    let notices: Notices?

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> RevalidatedCaller {
        let current = try caller.requireCurrent(at: now, transaction)
        let (app, view, session) = (caller.app, current.view, current.session)
        if let proof, view.login(.email)?.password != proof { throw .refused(.wrongCredentials) }
        if let refusal = caller.refusal(of: view, showingPassword: proof != nil) { throw .refused(refusal) }
        if let known = try transaction.login(kind, name: name, in: app.id) {
            guard known.account == view.account.id else { throw .refused(.loginInUse) }
            return current
        }
        guard !view.isAnonymous else { throw .refused(.noSuchIdentity) }
        if let refusal = view.refusalOfUnclaimed ?? view.refusalOfUnproved { throw .refused(refusal) }
        let before = view.login(kind)
        var login =
            before?.renamed(name)
            ?? LocalCredential(app: app.id, kind: kind, name: name, account: view.account.id, createdAt: now)
        if view.identities.contains(where: { $0.proves(kind, name) }) { login.verifiedAt = now }
        if let before {
            try transaction.delete(before)
            if kind == .email { try transaction.invalidateTokens(of: before.account, in: app.id, at: now) }
        }
        try transaction.insert(login)
        try transaction.note(.loginAdded, login, session: session.id, at: now, context: context)
        if let before { try notices?.tellOfLoss(of: before, from: view, of: app, at: now, transaction) }
        try notices?.tellOfAddedMethod(to: view, losing: before, of: app, at: now, transaction)
        return RevalidatedCaller(
            session: session, view: try transaction.view(of: view.account.id, in: app.id) ?? view)
    }
}
