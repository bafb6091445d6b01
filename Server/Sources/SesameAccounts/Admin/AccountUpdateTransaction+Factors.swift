package import Foundation
import SesameCore
import SesameWire

extension AccountUpdate {
    /// A second factor in an operator's update: a phone, or an existing authenticator app, which only the user can add.
    package struct FactorInput: Sendable {
        /// The factor's id; nil for a new factor.
        package let id: String?
        /// The user's name for the factor.
        package let displayName: String?
        /// The time of enrollment; nil for that of the existing factor, or for now if the factor is new.
        package let enrolledAt: Date?
        /// The phone number; nil for an existing authenticator app.
        package let number: PhoneNumber?

        package init(id: String?, displayName: String?, enrolledAt: Date? = nil, number: PhoneNumber?) {
            self.id = id
            self.displayName = displayName
            self.enrolledAt = enrolledAt
            self.number = number
        }

        /// Returns true if the input has the existing factor's id.
        func isSame(as factor: SecondFactor) -> Bool { id?.hasSameBytes(as: factor.id) ?? false }
    }
}

extension AccountUpdateTransaction {
    /// Returns the error if the account cannot have the second factors of the update; nil if it can.
    func refusalOfFactors(for view: AccountRecord?) -> AccountError? {
        guard let stated = order.factors else { return nil }
        let known = view?.factors ?? []
        if stated.count > SecondFactor.maxPerAccount { return .tooManyFactors }
        for (place, factor) in stated.enumerated() {
            if let refusal = SecondFactor.refusal(ofName: factor.displayName, in: app) { return refusal }
            if let id = factor.id,
                !AccountID.isValid(id) || stated.dropFirst(place + 1).contains(where: { $0.id == id })
            {
                return .unusableFactorID
            }
            if let number = factor.number {
                if app.privacy.isPseudonymous { return .keepsNothingPersonal }
                if stated.dropFirst(place + 1).contains(where: { $0.number == number }) { return .unusableFactorID }
            }
            let isApp = known.contains { factor.isSame(as: $0) && $0.kind == .totp }
            guard isApp == (factor.number == nil) else { return .noSuchApp }
        }
        return nil
    }

    /// Returns the error if the update would combine a second factor with an unverified email address or phone number;
    /// nil otherwise. The owner of such a mailbox could claim the account without the factor. See
    /// ``FirstVerification``.
    func refusalOfAddress(for view: AccountRecord?) -> AccountError? {
        if order.isPhoneVerified == false, case .keep = order.phone, view?.login(.phone) != nil,
            order.factors.map({ !$0.isEmpty }) ?? (view?.factors.isEmpty == false)
        {
            return .unprovedNumber
        }
        guard order.isEmailVerified != true, order.factors.map({ !$0.isEmpty }) ?? (view?.factors.isEmpty == false)
        else { return nil }
        let known = view?.login(.email)
        if let email = order.email, known?.name.hasSameBytes(as: email.description) != true { return .unprovedAddress }
        guard let view, let known, order.removal != .email else { return nil }
        let isUnproved = known.isClaimed ? order.isEmailVerified == false : order.addsFactor(to: view)
        return isUnproved ? .unprovedAddress : nil
    }

    /// Returns true if the update would make one number both a sign-in method and a second factor.
    func makesOneProofForTwo(of view: AccountRecord?) -> Bool {
        let login: String? =
            switch order.phone {
            case .set(let number): number.description
            case .remove: nil
            case .keep where order.factors == nil || order.removedCredentials.contains(.phone): nil
            case .keep: view?.login(.phone)?.name
            }
        let factors = order.factors?.compactMap(\.number) ?? view?.factors.compactMap(\.number) ?? []
        return factors.contains { login?.hasSameBytes(as: $0.description) == true }
    }

    /// Replaces the account's second factors with those of the update; does nothing if the update's list is nil. If an
    /// account without second factors gets one, all its sessions end, because they began without a second factor.
    func writeFactors(
        of view: AccountRecord, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        guard let stated = order.factors else { return }
        let (app, account) = (app.id, view.account.id)
        for known in view.factors where !stated.contains(where: { $0.isSame(as: known) }) {
            try transaction.delete(known)
            try transaction.note(.secondFactorRemoved, known, at: now, context: context)
        }
        for factor in stated {
            let known = view.factors.first { factor.isSame(as: $0) }
            guard let means = factor.number.map(SecondFactor.Credential.phone) ?? known?.credential else { continue }
            let written = SecondFactor(
                id: factor.id ?? newID(), app: app, account: account, displayName: factor.displayName,
                enrolledAt: factor.enrolledAt ?? known?.enrolledAt ?? now, credential: means)
            guard written != known else { continue }
            try transaction.put(written)
            if known == nil { try transaction.note(.secondFactorAdded, written, at: now, context: context) }
        }
        if stated.isEmpty { try transaction.deleteRecoveryCodes(of: account, in: app) }
        // Earlier sessions began without a second factor, which the account requires now.
        if view.factors.isEmpty, !stated.isEmpty {
            try transaction.weedRecoveryCodes(of: account, in: app, session: nil, at: now)
            try transaction.endAll(of: account, in: app, at: now)
        }
    }
}

extension AccountError {
    fileprivate static let unprovedAddress = AccountError(
        .invalidTransition,
        "an account with a second factor must have a verified email address; mark it as verified, or remove the "
            + "factors",
        field: "email")
    fileprivate static let unprovedNumber = AccountError(
        .invalidTransition,
        "an account with a second factor must have a verified phone number; remove the factors or the number",
        field: "phone")
    fileprivate static let tooManyFactors = AccountError(
        .invalidRequest, "an account can have at most \(SecondFactor.maxPerAccount) second factors", field: factorField)
    fileprivate static let unusableFactorID = AccountError(
        .invalidRequest, "each second factor must have a valid id, and no two may have the same id or phone number",
        field: factorField)
    fileprivate static let noSuchApp = AccountError(
        .invalidRequest, "only the user can add an authenticator app; this request can only keep an existing one",
        field: factorField)
}
