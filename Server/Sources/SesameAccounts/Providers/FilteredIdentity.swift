import Foundation
import SesameCore
import SesameTokens

/// A verified identity in the form in which an app accepts it. All data about a user pass through this type, and here a
/// pseudonymous app drops the claims of the provider and the device: no later code could store them.
struct FilteredIdentity: Sendable, Equatable, Codable {
    /// The provider's id of the user, in the forms under which the app may store it.
    let subject: SubjectAliases
    /// The provider's claims; empty in pseudonymous apps.
    let claims: IdentityClaims
    /// The unverified name that the client sent beside the token; nil in pseudonymous apps.
    let statedName: UnverifiedName?
    /// The client that the token is for.
    let clientID: String
    /// The time at which the token expires.
    let expiresAt: Date
    /// The digest that makes the token usable only once.
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
    /// Returns the refusal of a name, for clients of an app that does not accept one.
    static func states(_ name: UnverifiedName) -> AccountError {
        AccountError(
            .invalidRequest, "names are not allowed in pseudonymous apps; send none",
            field: name.given == nil ? "familyName" : "givenName")
    }
}
