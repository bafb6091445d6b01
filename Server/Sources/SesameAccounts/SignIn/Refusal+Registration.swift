public import SesameCore

extension Refusal {
    /// A registration ticket in its bearer's form, with what the provider stated.
    public struct Registration: RefusalAttachment {
        /// The ticket.
        public let ticket: Secret
        /// Seconds until it can no longer be used.
        public let expiresIn: Int
        /// What the provider stated.
        public let claims: IdentityClaims
    }

    /// The way to register, for an identity without an account.
    public var registration: Registration? { attachment(Registration.self) }
}
