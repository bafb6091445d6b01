/// The second factor that somebody has shown.
package struct ShownFactor: Sendable, Equatable, Codable {
    /// The kind of factor that was shown.
    package enum Kind: String, Sendable, CaseIterable, Codable {
        /// A code of an authenticator app.
        case totp
        /// A code that was sent to a phone.
        case phone
        /// One of the codes that were noted for the day on which there is neither.
        case recoveryCode = "recovery_code"

        init(_ kind: SecondFactor.Kind) {
            switch kind {
            case .totp: self = .totp
            case .phone: self = .phone
            }
        }
    }

    /// The kind of factor that was shown.
    package let kind: Kind
    /// Which factor it was; nil for a recovery code.
    package let id: String?

    /// Makes the note.
    package init(kind: Kind, id: String?) {
        self.kind = kind
        self.id = id
    }

    init(_ factor: SecondFactor) {
        self.init(kind: Kind(factor.kind), id: factor.id)
    }
}
