public import Foundation
public import SesameCore

/// The result of a sign-in with Google: the token for the server, and values to prefill a form meanwhile.
///
/// Only the token proves the identity. The other values are unverified data of Google's SDK or the token.
public struct GoogleSignInResult: Sendable, Equatable {
    /// Google's ID token.
    public var idToken: Secret
    /// The nonce of the token; nil with SDKs that pass none.
    public var nonce: Nonce?
    /// The email address.
    public var email: String?
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var familyName: String?
    /// The name to show.
    public var displayName: String?
    /// The picture's URL.
    public var photoURL: URL?
    /// The role that the user chose before they signed in, in apps with roles (`userType`).
    public var role: String?

    /// Creates a result of these values.
    public init(
        idToken: Secret, nonce: Nonce? = nil, email: String? = nil, givenName: String? = nil,
        familyName: String? = nil, displayName: String? = nil, photoURL: URL? = nil, role: String? = nil
    ) {
        self.idToken = idToken
        self.nonce = nonce
        self.email = email
        self.givenName = givenName
        self.familyName = familyName
        self.displayName = displayName
        self.photoURL = photoURL
        self.role = role
    }

    /// The credential for the server.
    package var credential: AuthCredential { .google(idToken: idToken, nonce: nonce, role: role) }
}

/// Prints only the type's name, because the values are personal data and must not enter a log.
extension GoogleSignInResult: Redacted {}
