public import Foundation

/// The offer to create an account for an identity without one, with ``AuthError/Code/accountNotFound``.
public struct RegistrationOffer: Sendable, Equatable, Redacted {
    /// A provider's claims about a user, to prefill a form.
    public struct Prefill: Sendable, Equatable, Redacted {
        /// The email address; nil if the provider did not share one.
        public var email: String?
        /// The given name; nil if the provider did not share it.
        public var givenName: String?
        /// The family name; nil if the provider did not share it.
        public var familyName: String?
        /// The URL of the user's picture; nil if the provider did not share one.
        public var photoURL: URL?

        /// Creates a prefill from the claims that the provider shared.
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
    /// The provider's claims, with which the registration form is filled in.
    public var prefill: Prefill

    /// Creates an offer, which a back end sets as ``AuthError/registration``.
    public init(ticket: Secret, expiresIn: Duration, prefill: Prefill) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.prefill = prefill
    }
}
