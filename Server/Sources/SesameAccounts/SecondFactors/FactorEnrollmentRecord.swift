package import Foundation
package import SesameCore

/// A request to add a second factor: an authenticator app, or a phone that receives codes by text.
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
    /// The seconds from the enrollment's start until it expires.
    package var expiresIn: Int { Int(FactorEnrollmentRecord.lifetime) }

    /// The secret shared with an authenticator app.
    package struct SharedSecret: Sendable {
        /// The secret as text to type: base32 (RFC 4648).
        package let text: Secret
        /// The secret as an `otpauth` URI, which authenticator apps read from a QR code.
        package let address: Secret
    }
}

/// A pending second factor, stored encrypted until its first code. Its storage key is derived from the session, so that
/// no other session can complete the enrollment.
struct FactorEnrollmentRecord: FlowPayload {
    static let stage = FlowRecord.Stage.enrolling
    /// The lifetime of an enrollment, in seconds.
    static let lifetime: TimeInterval = 600

    let id: String
    let displayName: String?
    /// The encrypted secret of an authenticator app; nil for a phone.
    let sealed: [UInt8]?
    /// The phone number; nil for an authenticator app.
    let number: String?

    /// An empty set, because an enrollment belongs to one session and ends with the session.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }

    func factor(
        named name: String?, of account: AccountID, in app: AppID, at now: Date
    ) throws(StorageError) -> SecondFactor {
        let credential: SecondFactor.Credential
        if let sealed {
            credential = .totp(sealed: sealed, lastStep: 0)
        } else if let number = number.flatMap(PhoneNumber.init) {
            credential = .phone(number)
        } else {
            throw .corrupt("an enrollment has no second factor")
        }
        return SecondFactor(
            id: id, app: app, account: account, displayName: name ?? displayName, enrolledAt: now,
            credential: credential)
    }
}
