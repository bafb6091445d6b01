package import SesameCore

extension AccountError {
    /// The attachment of an `accountNotFound` error: the ticket for the registration, and the provider's claims.
    package struct Registration: RefusalAttachment {
        package let ticket: Secret
        /// The seconds until the ticket expires.
        package let expiresIn: Int
        /// The provider's claims, which prefill the registration form.
        package let claims: IdentityClaims
    }

    /// The registration ticket if an identity has no account yet; nil for other errors.
    package var registration: Registration? { attachment(Registration.self) }
}
