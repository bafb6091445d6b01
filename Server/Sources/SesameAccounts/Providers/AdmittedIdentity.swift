import Foundation
import SesameCore
import SesameTokens

/// A verified identity as an app takes it in. All that the domain learns of a person passes here, and this is where an
/// app in the pseudonymous mode drops what the provider or the device states of them: nothing behind it could keep it.
struct AdmittedIdentity: Sendable, Equatable, Codable {
    /// The provider's id of the person, in the forms under which the app may keep it.
    let subject: KnownSubject
    /// The provider's claims; none in the pseudonymous mode.
    let claims: IdentityClaims
    /// The name that came beside the token, which nobody vouches for; none in the pseudonymous mode.
    let statedName: StatedName?
    /// The client that the token is for.
    let clientID: String
    /// The time at which the token expires.
    let expiresAt: Date
    /// The digest by which the token works once.
    let tokenDigest: [UInt8]

    init(_ verified: VerifiedIdentity, from provider: Provider, named name: StatedName? = nil, to app: App) {
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

extension Refusal {
    /// Said to clients that would hand on what such an app does not want to know.
    static func states(_ name: StatedName) -> Refusal {
        Refusal(
            .invalidRequest, "the app keeps people under pseudonyms, and takes no name; send none",
            field: name.given == nil ? "familyName" : "givenName")
    }
}
