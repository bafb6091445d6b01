import Foundation
import SesameCore
import SesameTokens

/// A verified identity, reduced to the data that the app may store. In a pseudonymous app, the claims of the provider
/// and the name from the device are dropped here, so that no later code can store them.
struct FilteredIdentity: Sendable, Equatable, Codable {
    /// The provider's id of the user, in all forms under which the app may store it.
    let subject: SubjectAliases
    /// The provider's claims; empty in pseudonymous apps.
    let claims: IdentityClaims
    /// The unverified name that the client sent beside the token; nil in pseudonymous apps.
    let statedName: UnverifiedName?
    /// The id of the client that the token was issued for.
    let clientID: String
    /// The time at which the token expires.
    let expiresAt: Date
    /// The digest of the token, which lets the server recognize a second use.
    let tokenDigest: [UInt8]

    init(_ verified: VerifiedIdentity, from provider: Provider, named name: UnverifiedName? = nil, to app: App) {
        subject = app.privacy.forms(of: verified.subject, at: provider)
        clientID = verified.clientID
        expiresAt = verified.expiresAt
        tokenDigest = verified.tokenDigest
        switch app.privacy {
        case .standard:
            claims = IdentityClaims(verified)
            statedName = name
        case .pseudonymous:
            claims = IdentityClaims()
            statedName = nil
        }
    }
}

extension IdentityClaims {
    fileprivate init(_ verified: VerifiedIdentity) {
        self.init(
            email: verified.email, emailVerified: verified.emailVerified,
            emailIsAuthoritative: verified.emailIsAuthoritative, isPrivateEmail: verified.isPrivateEmail,
            givenName: verified.givenName, familyName: verified.familyName, displayName: verified.displayName,
            photoURL: verified.photoURL)
    }
}

extension AccountError {
    /// Returns the refusal of a name that a client of a pseudonymous app sent.
    static func states(_ name: UnverifiedName) -> AccountError {
        AccountError(
            .invalidRequest, "names are not allowed in pseudonymous apps; send none",
            field: name.given == nil ? "familyName" : "givenName")
    }
}
