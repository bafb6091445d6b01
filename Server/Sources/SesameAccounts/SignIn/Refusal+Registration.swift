package import SesameCore

extension Refusal {
    /// A registration ticket in its bearer's form, with what the provider stated.
    package struct Registration: RefusalAttachment {
        package let ticket: Secret
        /// Seconds until it can no longer be used.
        package let expiresIn: Int
        /// The provider's claims.
        package let claims: IdentityClaims
    }

    /// The way to register, for an identity without an account.
    package var registration: Registration? { attachment(Registration.self) }
}
