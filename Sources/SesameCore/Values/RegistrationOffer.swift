public import Foundation

/// The way to an account for an identity that has none, with ``AuthError/Code/accountNotFound``.
public struct RegistrationOffer: Sendable, Equatable, Redacted {
    /// What a provider states about a person, to fill a form with.
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
    /// How long the ticket is good.
    public var expiresIn: Duration
    /// What the provider states.
    public var prefill: Prefill

    /// Makes the value.
    public init(ticket: Secret, expiresIn: Duration, prefill: Prefill) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.prefill = prefill
    }
}
