public import Foundation

/// The way to an account for an identity that has none, with ``AuthError/Code/accountNotFound``.
public struct RegistrationOffer: Sendable, Equatable, Redacted {
    /// A provider's claims about a user, to fill a form with.
    public struct Prefill: Sendable, Equatable, Redacted {
        /// The email address.
        public var email: String?
        /// The given name.
        public var givenName: String?
        /// The family name.
        public var familyName: String?
        /// The picture's address.
        public var photoURL: URL?

        /// Makes the value.
        public init(
            email: String? = nil, givenName: String? = nil, familyName: String? = nil, photoURL: URL? = nil
        ) {
            self.email = email
            self.givenName = givenName
            self.familyName = familyName
            self.photoURL = photoURL
        }
    }

    /// Stands for the identity that was proved; good once.
    public var ticket: Secret
    /// The time until the ticket expires.
    public var expiresIn: Duration
    /// The provider's claims.
    public var prefill: Prefill

    /// Makes the value.
    public init(ticket: Secret, expiresIn: Duration, prefill: Prefill) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.prefill = prefill
    }
}
