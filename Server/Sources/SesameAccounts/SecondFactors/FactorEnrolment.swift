package import Foundation
package import SesameCore

/// A second factor that is being added.
package enum NewFactor: Sendable {
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

/// A second factor that was begun to be added, as its person goes on with it.
package struct BegunFactor: Sendable {
    /// The secret for an authenticator app; nil for a phone, which gets a text.
    package let secret: SharedSecret?
    /// The time after which it can no longer be confirmed.
    package let expiresAt: Date

    /// The secret shared with an authenticator app.
    package struct SharedSecret: Sendable {
        /// As people type it: base 32 of RFC 4648.
        package let text: Secret
        /// As apps read it: an `otpauth` address.
        package let address: Secret
    }
}

/// A second factor that was begun to be added, as it is kept until its first code: sealed, and found by a key that its
/// session makes, so that nobody else can end it.
struct FactorEnrolment: FlowContent {
    static let stage = FlowRecord.Stage.enrolling
    /// The seconds that a user has.
    static let life: TimeInterval = 600

    let id: String
    let displayName: String?
    /// The secret shared with an authenticator app, sealed as the factor will have it.
    let sealed: [UInt8]?
    /// The number of a phone.
    let number: String?

    /// It is of one session, and ends with it.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }

    func factor(
        named name: String?, of account: AccountID, in app: AppID, at now: Date
    ) throws(StorageError) -> SecondFactor {
        let means: SecondFactor.Means
        if let sealed {
            means = .totp(sealed: sealed, lastStep: 0)
        } else if let number = number.flatMap(PhoneNumber.init) {
            means = .phone(number)
        } else {
            throw .corrupt("an enrolment of nothing")
        }
        return SecondFactor(
            id: id, app: app, account: account, displayName: name ?? displayName, enrolledAt: now, means: means)
    }
}
