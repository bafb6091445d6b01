import Foundation
import SesameCore
public import SesameTokens

/// Verifies one provider's tokens by the issuer that they name: the vendor itself, or a development provider beside it.
///
/// Nobody's key vouches for another's token. What the token says of its issuer before it is verified only chooses who
/// looks at it, and whoever looks demands that very issuer. A person whom a development provider vouches for is never
/// one whom the vendor knows, although both may have one subject.
struct IssuerVerifier: Sendable {
    /// Before the subjects of a development provider that stands beside the vendor. No vendor has such subjects.
    private static let developmentPrefix = "development:"

    let vendor: ProviderTokenVerifier
    let development: ProviderTokenVerifier?

    /// Whether a subject is of a person whom a development provider beside the vendor vouches for.
    static func isOfDevelopmentBesideVendor(_ subject: String) -> Bool { subject.hasPrefix(developmentPrefix) }

    /// The mark that such a subject begins with; empty for others.
    static func mark(of subject: String) -> String { isOfDevelopmentBesideVendor(subject) ? developmentPrefix : "" }

    /// The subject under which a person is kept whom such a development provider vouches for.
    static func subjectOfDevelopmentBesideVendor(_ subject: String) -> String { developmentPrefix + subject }

    func verify(
        _ token: String, expecting expectation: IdentityExpectation, now: Date
    ) async throws(TokenError) -> VerifiedIdentity {
        guard let development else { return try await vendor.verify(token, expecting: expectation, now: now) }
        let issuer = try TokenInspection.unverified(Array(token.utf8)).claims?["iss"]?.string ?? ""
        if development.profile.issuers.contains(where: issuer.hasSameBytes) {
            var identity = try await development.verify(token, expecting: expectation, now: now)
            identity.subject = Self.subjectOfDevelopmentBesideVendor(identity.subject)
            return identity
        }
        // Refused here, so that a stranger's token does not have the vendor's keys fetched.
        guard vendor.profile.issuers.contains(where: issuer.hasSameBytes) else {
            throw TokenError(.issuer, "iss is neither the provider's nor the development provider's")
        }
        return try await vendor.verify(token, expecting: expectation, now: now)
    }
}

extension SealedProviderToken {
    /// Whether a development provider that stands beside the vendor gave the token.
    public var isOfDevelopmentBesideVendor: Bool { IssuerVerifier.isOfDevelopmentBesideVendor(subject) }
}

extension VerifiedIdentity {
    /// Whether a development provider that stands beside the vendor vouches for the person, and not the vendor.
    public var isOfDevelopmentBesideVendor: Bool { IssuerVerifier.isOfDevelopmentBesideVendor(subject) }
}
