/// A second factor that the user has verified.
package struct VerifiedFactor: Sendable, Equatable, Codable {
    package enum Kind: String, Sendable, CaseIterable, Codable {
        /// A code of an authenticator app.
        case totp
        /// A code that was texted to a phone.
        case phone
        /// A recovery code, used in place of the account's second factors.
        case recoveryCode = "recovery_code"

        init(_ kind: SecondFactor.Kind) {
            switch kind {
            case .totp: self = .totp
            case .phone: self = .phone
            }
        }
    }

    package let kind: Kind
    /// The factor's id; nil for a recovery code.
    package let id: String?

    package init(kind: Kind, id: String?) {
        self.kind = kind
        self.id = id
    }

    init(_ factor: SecondFactor) {
        self.init(kind: Kind(factor.kind), id: factor.id)
    }
}
