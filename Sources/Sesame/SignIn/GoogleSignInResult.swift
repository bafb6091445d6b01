public import Foundation
public import SesameCore

/// The result of a sign-in with Google: the token for the server, and values to prefill a form meanwhile.
///
/// Only the token proves the identity. The other values are unverified data of Google's SDK or the token.
public struct GoogleSignInResult: Sendable, Equatable {
    /// Google's ID token, which the server verifies.
    public var idToken: Secret
    /// The nonce of the token; nil with SDKs that pass none.
    public var nonce: Nonce?
    /// The user's email address, not verified on this device.
    public var email: String?
    /// The user's given name, as Google reports it.
    public var givenName: String?
    /// The user's family name, as Google reports it.
    public var familyName: String?
    /// The user's full name, for display.
    public var displayName: String?
    /// The URL of the user's picture at Google.
    public var photoURL: URL?
    /// The role that the user has chosen before the sign-in, in apps with roles (`userType`).
    public var role: String?

    /// Creates a result from the values that Google's SDK has returned.
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

    /// The ID token, the nonce and the role, as a credential for the server.
    package var credential: AuthCredential { .google(idToken: idToken, nonce: nonce, role: role) }
}

/// Prints only the type's name, because the values are personal data and must not enter a log.
extension GoogleSignInResult: Redacted {}
