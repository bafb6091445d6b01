import Foundation
import SesameCore
package import SesameTokens
import SesameWire

/// Verifies one provider's tokens by the issuer that they name: the vendor itself, or a development provider beside it.
///
/// Nobody's key vouches for another's token. What the token says of its issuer before it is verified only chooses who
/// looks at it, and whoever looks demands that very issuer. A person whom a development provider vouches for is never
/// one whom the vendor knows, although both may have one subject.
struct IssuerVerifier: Sendable {
    let vendor: ProviderTokenVerifier
    let development: ProviderTokenVerifier?

    func verify(
        _ token: String, expecting expectation: IdentityExpectation, now: Date
    ) async throws(TokenError) -> VerifiedIdentity {
        guard let development else { return try await vendors(token, expecting: expectation, now: now) }
        let issuer = try TokenInspection.unverified(Array(token.utf8)).claims?["iss"]?.string ?? ""
        if development.profile.issuers.contains(where: issuer.hasSameBytes) {
            var identity = try await development.verify(token, expecting: expectation, now: now)
            identity.subject = DevelopmentSubject.marked(identity.subject)
            return identity
        }
        // Refused here, so that a stranger's token does not have the vendor's keys fetched.
        guard vendor.profile.issuers.contains(where: issuer.hasSameBytes) else {
            throw TokenError(.issuer, "iss is neither the provider's nor the development provider's")
        }
        return try await vendors(token, expecting: expectation, now: now)
    }

    private func vendors(
        _ token: String, expecting expectation: IdentityExpectation, now: Date
    ) async throws(TokenError) -> VerifiedIdentity {
        let identity = try await vendor.verify(token, expecting: expectation, now: now)
        guard !ReservedSubject.isOne(identity.subject) else {
            throw TokenError(.claim, "sub stands for something else here")
        }
        return identity
    }
}

extension SealedProviderToken {
    /// True if a development provider that stands beside the vendor gave the token.
    package var isOfDevelopmentBesideVendor: Bool { DevelopmentSubject.isOne(subject) }
}

extension VerifiedIdentity {
    /// True if a development provider that stands beside the vendor vouches for the person, and not the vendor.
    package var isOfDevelopmentBesideVendor: Bool { DevelopmentSubject.isOne(subject) }
}
