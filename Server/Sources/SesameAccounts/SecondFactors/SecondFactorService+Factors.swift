import Foundation
package import SesameCore
import SesameWire

extension SecondFactorService {
    /// Returns the number of the caller's unused recovery codes; 0 if none are valid now.
    package func recoveryCodesLeft(of caller: Caller) async throws(AccountError) -> Int {
        let now = environment.now
        return try await read { reader throws(StorageError) in
            try reader.countingRecoveryCodes(of: caller.session.account, in: caller.app.id, at: now)?.digests.count ?? 0
        }
    }

    /// Removes a second factor from the caller's account, after a recent sign-in. The recovery codes are removed with
    /// the last factor. Throws if the account has no factor with this id.
    package func removeFactor(_ id: String, from caller: Caller, context: RequestContext) async throws(AccountError) {
        try await remove(from: caller, context: context) { factors in
            factors.first { $0.id.hasSameBytes(as: id) }.map { [$0] }
        }
    }

    /// Removes all second factors and recovery codes from the caller's account, after a recent sign-in.
    package func removeFactors(from caller: Caller, context: RequestContext) async throws(AccountError) {
        try await remove(from: caller, context: context, \.self)
    }

    /// Removes the chosen second factors, and the recovery codes if no factor remains.
    ///
    /// - Parameter chosen: Selects the factors to remove from the account's factors; returns nil if the requested
    ///   factor does not exist.
    private func remove(
        from caller: Caller, context: RequestContext,
        _ chosen: @escaping @Sendable ([SecondFactor]) -> [SecondFactor]?
    ) async throws(AccountError) {
        try limiter?.admitChange(of: caller.session.account)
        let (now, notice) = (environment.now, notice(context))
        try await write { transaction throws(StorageError) in
            let current = try caller.requireRecent(at: now, transaction)
            guard let factors = chosen(current.view.factors) else { throw .refused(.noSuchFactor) }
            for factor in factors {
                try transaction.delete(factor)
                try notice.tell(
                    .secondFactorRemoved, of: factor, to: current.view, in: caller.app, session: current.session.id,
                    transaction)
            }
            if factors.count == current.view.factors.count {
                try transaction.deleteRecoveryCodes(of: current.view.account.id, in: caller.app.id)
            }
        }
    }

    /// Creates recovery codes for the caller's account, after a recent sign-in. Earlier codes become invalid. Throws if
    /// the account does not meet the conditions of `making`.
    ///
    /// - Returns: The codes. They cannot be shown again.
    package func generateRecoveryCodes(
        _ making: RecoveryCodes.Making = .anew, of caller: Caller, context: RequestContext
    ) async throws(AccountError) -> [Secret] {
        try limiter?.admitChange(of: caller.session.account)
        let (now, account, app) = (environment.now, caller.session.account, caller.app.id)
        let notices = codes.notices
        let (codes, kept) = newRecoveryCodes(of: account, in: app, session: caller.session.id, at: now)
        try await write { transaction throws(StorageError) in
            let current = try caller.requireRecent(at: now, transaction)
            let areThere = try transaction.countingRecoveryCodes(of: account, in: app, at: now) != nil
            if let refusal = making.refusal(current.view, in: caller.app, areThere: areThere) {
                throw .refused(refusal)
            }
            try transaction.put(kept)
            try transaction.insert(
                SecurityEvent(
                    kind: .recoveryCodesMade, app: app, account: account, session: current.session.id, at: now,
                    context: context))
            try notices?.tell(
                .recoveryCodesMade, everyProvedAddressOf: current.view, of: caller.app, at: now, transaction)
        }
        return codes
    }

    /// Creates recovery codes. Returns them as text for the user, and as digests for storage.
    func newRecoveryCodes(
        of account: AccountID, in app: AppID, session: SessionID?, at now: Date
    ) -> (codes: [Secret], kept: RecoveryCodes) {
        let codes = (0..<RecoveryCodes.countPerSet).map { _ in RecoveryCodes.make(environment) }
        let digests = codes.map { factors.digest(of: $0, account, in: app) }
        return (codes, RecoveryCodes(app: app, account: account, digests: digests, createdAt: now, session: session))
    }

    func notice(_ context: RequestContext) -> FactorNotice {
        FactorNotice(notices: codes.notices, now: environment.now, context: context)
    }
}

extension RecoveryCodes.Making {
    /// Returns the error if recovery codes cannot be created for the account; otherwise nil.
    fileprivate func refusal(_ view: AccountRecord, in app: App, areThere: Bool) -> AccountError? {
        switch self {
        case .anew where view.factors.isEmpty:
            return AccountError(.invalidTransition, "recovery codes require a second factor")
        case .first where areThere:
            return AccountError(.preconditionFailed, "recovery codes already exist, and they are shown only once")
        case .first where view.isAnonymous:
            return AccountError(.invalidTransition, "a guest needs a sign-in method first")
        case .first where view.factors.isEmpty && app.secondFactors.kinds.isEmpty: return .factorNotOffered
        case .again where !areThere: return AccountError(.notFound, "the account has no recovery codes")
        case .anew, .first, .again: return nil
        }
    }
}

/// The notice of a change of a second factor: the security event, and the email to the user.
struct FactorNotice: Sendable {
    let notices: Notices?
    let now: Date
    let context: RequestContext

    func tell(
        _ kind: SecurityEvent.Kind, of factor: SecondFactor, to view: AccountRecord, in app: App, session: SessionID?,
        _ transaction: any StorageTransaction
    ) throws(StorageError) {
        try transaction.note(kind, factor, session: session, at: now, context: context)
        if kind == .secondFactorAdded {
            try notices?.tellOfAdded(factor, to: view, of: app, at: now, transaction)
        } else {
            try notices?.tell(.factorRemoved, everyProvedAddressOf: view, of: app, at: now, transaction)
        }
    }
}

extension StorageTransaction {
    /// Records a change of a second factor as a security event, with the kind of the factor.
    func note(
        _ kind: SecurityEvent.Kind, _ factor: SecondFactor, session: SessionID? = nil, at now: Date,
        context: RequestContext
    ) throws(StorageError) {
        try insert(
            SecurityEvent(
                kind: kind, app: factor.app, account: factor.account, session: session, at: now, context: context,
                detail: factor.kind.rawValue))
    }

    /// Removes all second factors and recovery codes from an account, without notifying its user by email.
    func removeFactors(
        of account: AccountID, in app: AppID, at now: Date, context: RequestContext
    ) throws(StorageError) {
        for factor in try secondFactors(of: account, in: app) {
            try delete(factor)
            try note(.secondFactorRemoved, factor, at: now, context: context)
        }
        try deleteRecoveryCodes(of: account, in: app)
    }
}
