public import Foundation

/// The offer to create an account for an identity without one, with ``AuthError/Code/accountNotFound``.
public struct RegistrationOffer: Sendable, Equatable, Redacted {
    /// A provider's claims about a user, to prefill a form.
    public struct Prefill: Sendable, Equatable, Redacted {
        /// The email address.
        public var email: String?
        /// The given name.
        public var givenName: String?
        /// The family name.
        public var familyName: String?
        /// The picture's URL.
        public var photoURL: URL?

        /// Creates a prefill with these values.
        public init(
            email: String? = nil, givenName: String? = nil, familyName: String? = nil, photoURL: URL? = nil
        ) {
            self.email = email
            self.givenName = givenName
            self.familyName = familyName
            self.photoURL = photoURL
        }
    }

    /// The ticket for the verified identity. It is valid once.
    public var ticket: Secret
    /// The time until the ticket expires.
    public var expiresIn: Duration
    /// The provider's claims.
    public var prefill: Prefill

    /// Creates an offer with this ticket and prefill.
    public init(ticket: Secret, expiresIn: Duration, prefill: Prefill) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.prefill = prefill
    }
}
