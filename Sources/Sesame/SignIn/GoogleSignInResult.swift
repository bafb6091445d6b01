public import Foundation
public import SesameCore

/// The result of a sign-in with Google: the token for the server, and values to fill a form with meanwhile.
///
/// Only the token is proof of anything. The rest is what Google's SDK or the token says, unverified.
public struct GoogleSignInResult: Sendable, Equatable {
    /// Google's ID token.
    public var idToken: Secret
    /// The nonce that the token was made for; nil with SDKs that pass none.
    public var nonce: Nonce?
    /// The e-mail address.
    public var email: String?
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var familyName: String?
    /// The name to show.
    public var displayName: String?
    /// The picture's address.
    public var photoURL: URL?
    /// The role that the person chose before they signed in, in apps with roles (`userType`).
    public var role: String?

    /// Makes the value.
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

/// Prints its name alone: the rest belongs to the person and to no log.
extension GoogleSignInResult: Redacted {}
