package import SesameCore

extension AccountError {
    /// A registration ticket in the client's form, with the provider's claims.
    package struct Registration: RefusalAttachment {
        package let ticket: Secret
        /// The seconds until the ticket expires.
        package let expiresIn: Int
        /// The provider's claims.
        package let claims: IdentityClaims
    }

    /// The registration ticket for an identity without an account.
    package var registration: Registration? { attachment(Registration.self) }
}
