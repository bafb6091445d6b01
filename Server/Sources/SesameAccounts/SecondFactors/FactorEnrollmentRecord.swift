package import Foundation
package import SesameCore

/// A second factor to add.
package enum FactorEnrollmentRequest: Sendable {
    /// An authenticator app.
    case totp
    case phone(PhoneNumber)

    package var kind: SecondFactor.Kind {
        switch self {
        case .totp: .totp
        case .phone: .phone
        }
    }
}

/// A pending second factor, as shown to its user.
package struct PendingFactorEnrollment: Sendable {
    /// The secret for an authenticator app; nil for a phone, which receives a text.
    package let secret: SharedSecret?
    /// The time after which the factor can no longer be confirmed.
    package let expiresAt: Date

    /// The secret shared with an authenticator app.
    package struct SharedSecret: Sendable {
        /// The form for typing: base 32 of RFC 4648.
        package let text: Secret
        /// The form for apps: an `otpauth` URI.
        package let address: Secret
    }
}

/// A pending second factor, stored encrypted until its first code. Its key is derived from its session, so that no
/// other session can complete it.
struct FactorEnrollmentRecord: FlowPayload {
    static let stage = FlowRecord.Stage.enrolling
    /// The lifetime of the enrollment, in seconds.
    static let lifetime: TimeInterval = 600

    let id: String
    let displayName: String?
    /// The secret shared with an authenticator app, encrypted like the factor's.
    let sealed: [UInt8]?
    /// The number of a phone.
    let number: String?

    /// The enrollment belongs to one session, and ends with it.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }

    func factor(
        named name: String?, of account: AccountID, in app: AppID, at now: Date
    ) throws(StorageError) -> SecondFactor {
        let means: SecondFactor.Credential
        if let sealed {
            means = .totp(sealed: sealed, lastStep: 0)
        } else if let number = number.flatMap(PhoneNumber.init) {
            means = .phone(number)
        } else {
            throw .corrupt("an enrollment has no second factor")
        }
        return SecondFactor(
            id: id, app: app, account: account, displayName: name ?? displayName, enrolledAt: now, means: means)
    }
}
