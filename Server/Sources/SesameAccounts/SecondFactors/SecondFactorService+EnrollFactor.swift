import Foundation
package import SesameCore
import SesameWire

extension SecondFactorService {
    /// Starts the enrollment of a second factor for the caller's account, after a recent sign-in. The factor becomes
    /// active with its first code. A pending factor of the same kind in the caller's session is replaced.
    ///
    /// Throws for a guest, who needs a sign-in method first, and for an account with an unverified address or number,
    /// because the factor would lock out the address's real owner.
    ///
    /// - Parameter language: The language of the text to a phone, for example `fr`; nil for the app's.
    package func startFactorEnrollment(
        _ new: FactorEnrollmentRequest, named displayName: String? = nil, of caller: Caller, language: String? = nil,
        context: RequestContext
    ) async throws(AccountError) -> PendingFactorEnrollment {
        try limiter?.admitChange(of: caller.session.account)
        let (app, account, now) = (caller.app, caller.session.account, environment.now)
        guard app.secondFactors.kinds.contains(new.kind) else { throw .factorNotOffered }
        if let refusal = SecondFactor.refusal(ofName: displayName, in: app) { throw refusal }
        let view = try await sessions.account(of: caller)
        if let refusal = caller.reauthenticationError(view) ?? view.refusal(ofAdding: new) { throw refusal }
        let id = environment.randomID()
        let enrollment: FactorEnrollmentRecord
        var shared: PendingFactorEnrollment.SharedSecret?
        switch new {
        case .totp:
            let secret = TOTP(secret: environment.randomBytes(TOTP.secretSize))
            let sealed: [UInt8]
            do throws(StorageError) {
                sealed = try factors.seal(secret, of: id, account, in: app.id)
            } catch {
                throw AccountError(error)
            }
            enrollment = FactorEnrollmentRecord(id: id, displayName: displayName, sealed: sealed, number: nil)
            shared = .init(
                text: secret.text,
                address: secret.address(
                    issuer: app.id.description, person: view.claims.email ?? account.description))
        case .phone(let number):
            try messages.requireCarrier(to: number.description, .phone)
            enrollment = FactorEnrollmentRecord(
                id: id, displayName: displayName, sealed: nil, number: number.description)
        }
        let (digest, expiresAt) = (
            enrolmentDigest(new.kind, in: caller), now.addingTimeInterval(FactorEnrollmentRecord.lifetime)
        )
        try await write { [flows] transaction throws(StorageError) in
            _ = try caller.requireCurrent(at: now, transaction)
            try transaction.deleteFlow(digest)
            try transaction.insert(try flows.record(enrollment, under: digest, until: expiresAt))
        }
        if case .phone(let number) = new {
            try await sendSecondFactorCode(.enrollment(number, of: account, in: language), in: app, context: context)
        }
        return PendingFactorEnrollment(secret: shared, expiresAt: expiresAt)
    }

    /// Activates the pending second factor of the caller's session with its first code. The session counts as confirmed
    /// by the factor. With the account's first factor, all other sessions end, because they began without one.
    ///
    /// Throws `invalidCredentials` for a wrong code, and `ticketExpired` if no enrollment is pending.
    package func finishFactorEnrollment(
        _ kind: SecondFactor.Kind, with code: Secret, named displayName: String? = nil, of caller: Caller,
        context: RequestContext
    ) async throws(AccountError) -> SecondFactor {
        try limiter?.admitChange(of: caller.session.account)
        if let refusal = SecondFactor.refusal(ofName: displayName, in: caller.app) { throw refusal }
        let addition = FactorAddition(
            caller: caller, digest: enrolmentDigest(kind, in: caller), displayName: displayName, code: code,
            check: check(.code(code), context: context), flows: flows, now: environment.now,
            notice: notice(context))
        return try await presentingFactor(of: caller.session.account, in: caller.app, context: context) {
            transaction throws(StorageError) in try addition.run(transaction)
        }
    }

    private func enrolmentDigest(_ kind: SecondFactor.Kind, in caller: Caller) -> [UInt8] {
        ticketKey.code(for: "enrolment \(caller.app.id) \(caller.session.id) \(kind.rawValue)".utf8)
    }
}

/// The transaction that checks the first code of a pending second factor, and activates the factor.
struct FactorAddition: Sendable {
    let caller: Caller
    let digest: [UInt8]
    let displayName: String?
    let code: Secret
    let check: SecondFactorVerifier
    let flows: FlowRecordCipher
    let now: Date
    let notice: FactorNotice

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Result<SecondFactor, AccountError> {
        var (session, view): (Session, AccountRecord)
        switch try caller.current(at: now, transaction) {
        case .success(let current): (session, view) = (current.session, current.view)
        case .failure(let refusal): return .failure(refusal)
        }
        let record = try transaction.flow(digest)
        guard let enrollment = try flows.open(record, as: FactorEnrollmentRecord.self, at: now, transaction) else {
            return .failure(.nothingEnrolled)
        }
        var factor = try enrollment.factor(named: displayName, of: view.account.id, in: caller.app.id, at: now)
        let new: FactorEnrollmentRequest = factor.number.map(FactorEnrollmentRequest.phone) ?? .totp
        if let refusal = view.refusal(ofAdding: new) { return .failure(refusal) }
        switch factor.credential {
        case .totp(let sealed, _):
            guard let step = try check.factors.open(sealed, of: factor).step(of: code, at: now, after: 0) else {
                return .failure(.wrongFactor)
            }
            factor.credential = .totp(sealed: sealed, lastStep: step)
        case .phone(let number):
            guard try check.spend(code, sentTo: number, of: view.account.id, in: caller.app.id, transaction) else {
                return .failure(.wrongFactor)
            }
        }
        try transaction.deleteFlow(digest)
        try transaction.put(factor)
        if view.factors.isEmpty {
            try transaction.weedRecoveryCodes(of: factor.account, in: factor.app, session: session.id, at: now)
            try transaction.endOthers(than: session, at: now, context: check.context)
            try transaction.invalidateTokens(of: view.account.id, in: caller.app.id, at: now)
        }
        session.show(VerifiedFactor(factor), caller.app.sessions, at: now)
        try transaction.update(session)
        try notice.tell(.secondFactorAdded, of: factor, to: view, in: caller.app, session: session.id, transaction)
        return .success(factor)
    }
}

extension AccountRecord {
    /// Returns the error if the account cannot have the given second factor now; otherwise nil.
    func refusal(ofAdding new: FactorEnrollmentRequest) -> AccountError? {
        if isAnonymous { return AccountError(.invalidTransition, "a guest needs a sign-in method first") }
        if let refusal = refusalOfUnclaimed { return refusal }
        if login(.email)?.isVerified == false {
            return AccountError(.invalidTransition, "the email address must be verified first", field: "email")
        }
        if login(.phone)?.isVerified == false {
            return AccountError(.invalidTransition, "the phone number must be verified first", field: "phone")
        }
        if factors.count >= SecondFactor.maxPerAccount {
            return AccountError(
                .invalidTransition, "an account can have at most \(SecondFactor.maxPerAccount) second factors",
                field: AccountError.factorField)
        }
        switch new {
        case .totp: return factors.contains { $0.kind == .totp } ? .factorThere : nil
        case .phone(let number):
            if login(.phone)?.name.hasSameBytes(as: number.description) == true { return .oneProofForTwo }
            return factors.contains { $0.number == number } ? .factorThere : nil
        }
    }
}

extension SecondFactor {
    /// Returns the error if the name of a factor is not allowed in the app; otherwise nil.
    static func refusal(ofName name: String?, in app: App) -> AccountError? {
        if name != nil, app.privacy.isPseudonymous { return .keepsNothingPersonal }
        guard let name else { return nil }
        if name.hasNull { return .null(in: "displayName") }
        guard name.isEmpty || name.utf8.count > maxNameBytes else { return nil }
        return AccountError(.invalidRequest, "a name must be 1 to \(maxNameBytes) bytes", field: "displayName")
    }
}

extension AccountError {
    static let factorNotOffered = AccountError(.providerRequired, "the app does not offer this second factor")
    fileprivate static let factorThere = AccountError(
        .providerAlreadyLinked, "the account already has this second factor")
    fileprivate static let nothingEnrolled = AccountError(
        .ticketExpired, "the enrollment of this second factor was not started in this session, or has expired")
}
