import Foundation
import SesameCore
package import SesameTokens
import SesameWire

/// A verifier of one provider's tokens, issued by the vendor itself or by a development provider beside it.
///
/// The vendor's keys never verify a token of the development provider, or vice versa: the unverified issuer claim only
/// selects the verifier, which then requires that issuer. A user of a development provider is never a user of the
/// vendor, although both may have the same subject.
struct IssuerVerifier: Sendable {
    let vendor: ProviderTokenVerifier
    let development: ProviderTokenVerifier?

    func verify(
        _ token: String, expecting expectation: IDTokenExpectation, now: Date
    ) async throws(TokenError) -> VerifiedIdentity {
        guard let development else { return try await vendors(token, expecting: expectation, now: now) }
        let issuer = try TokenInspection.unverified(Array(token.utf8)).claims?["iss"]?.string ?? ""
        if development.profile.issuers.contains(where: issuer.hasSameBytes) {
            var identity = try await development.verify(token, expecting: expectation, now: now)
            identity.subject = DevelopmentSubject.marked(identity.subject)
            return identity
        }
        // An unknown issuer is refused here, so that a stranger's token does not cause a fetch of the vendor's keys.
        guard vendor.profile.issuers.contains(where: issuer.hasSameBytes) else {
            throw TokenError(.issuer, "iss is neither the provider's nor the development provider's")
        }
        return try await vendors(token, expecting: expectation, now: now)
    }

    private func vendors(
        _ token: String, expecting expectation: IDTokenExpectation, now: Date
    ) async throws(TokenError) -> VerifiedIdentity {
        let identity = try await vendor.verify(token, expecting: expectation, now: now)
        guard !ReservedSubject.isOne(identity.subject) else {
            throw TokenError(.claim, "sub is a reserved value")
        }
        return identity
    }
}

extension SealedProviderToken {
    /// True if a development provider, not the vendor, issued the token.
    package var isMarkedAsDevelopment: Bool { DevelopmentSubject.isOne(subject) }
}

extension VerifiedIdentity {
    /// True if a development provider, not the vendor, verified the identity.
    package var isMarkedAsDevelopment: Bool { DevelopmentSubject.isOne(subject) }
}
