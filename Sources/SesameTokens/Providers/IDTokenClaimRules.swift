import Foundation
import SesameCore
import SesameWire

/// The checks of an ID token's claims, made after its signature is verified.
struct IDTokenClaimRules {
    let claims: Claims
    let profile: ProviderProfile
    let expectation: IDTokenExpectation
    let now: Int64
    let tolerance: Int64

    private static let maxSubjectBytes = 255
    private static let maxEmailBytes = 320

    func identity(tokenDigest: [UInt8]) throws(TokenError) -> VerifiedIdentity {
        // Security event tokens are signed with the same keys (RFC 8417, section 4.5).
        if claims.members.contains("events") {
            throw TokenError(.wrongType, "a security event token is not an ID token")
        }
        try requireIssuer()
        let clientID = try acceptedAudience()
        let authorizedParty = try acceptedParty()
        let subject = try subject()
        let (issued, expiry) = try times()
        try requireNonce(for: clientID)

        var identity = VerifiedIdentity(
            provider: profile.name, subject: subject, clientID: clientID,
            issuedAt: Date(epochSeconds: issued), expiresAt: Date(epochSeconds: expiry),
            carriesNonce: claims.members.contains("nonce"), tokenDigest: tokenDigest)
        identity.authorizedParty = authorizedParty
        identity.authenticatedAt = try claims.seconds("auth_time").map(Date.init(epochSeconds:))
        addDetails(to: &identity)
        return identity
    }

    // MARK: - What is refused

    private func requireIssuer() throws(TokenError) {
        guard let issuer = claims.members["iss"]?.string, contains(profile.issuers, issuer) else {
            throw TokenError(.issuer, "iss is not the provider's")
        }
    }

    /// Returns the first audience. Throws unless `aud` contains only expected client ids, and at least one of them
    /// (OpenID Connect Core, section 3.1.3.7).
    private func acceptedAudience() throws(TokenError) -> String {
        let audiences: [JSONValue] =
            switch claims.members["aud"] {
            case .array(let values)?: values
            case let value?: [value]
            case nil: []
            }
        let names = audiences.compactMap(\.string)
        guard let first = names.first, names.count == audiences.count,
            names.allSatisfy({ contains(expectation.audiences, $0) })
        else { throw TokenError(.audience, "aud is not this app's") }
        return first
    }

    private func acceptedParty() throws(TokenError) -> String? {
        guard let value = claims.members["azp"] else { return nil }
        guard let party = value.string,
            contains(expectation.audiences, party) || contains(expectation.authorizedParties, party)
        else { throw TokenError(.authorizedParty, "azp is not trusted") }
        return party
    }

    private func subject() throws(TokenError) -> String {
        let subject = try claims.requiredString("sub")
        guard subject.utf8.count <= Self.maxSubjectBytes,
            subject.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw TokenError(.claim, "sub must be printable ASCII of at most 255 bytes") }
        return subject
    }

    private func times() throws(TokenError) -> (issued: Int64, expiry: Int64) {
        let issued = try claims.requiredSeconds("iat")
        let expiry = try claims.requiredSeconds("exp")
        try claims.requireCurrent(at: now, tolerance: tolerance)
        guard issued <= now + tolerance else { throw TokenError(.issuedInFuture, "iat is in the future") }
        let maxAge = min(expectation.maxAge, IDTokenExpectation.maxAllowedAge)
        guard now - issued <= maxAge.components.seconds else {
            throw TokenError(.tooOld, "iat is too long ago")
        }
        return (issued, expiry)
    }

    private func requireNonce(for clientID: String) throws(TokenError) {
        let expectation = expectation.nonceByClient[clientID] ?? expectation.nonce
        guard let expected = expectation.claim else { return }
        guard let value = claims.members["nonce"] else {
            if profile.missingNonce == .acceptedWhereUnsupported, claims.members["nonce_supported"]?.bool == false {
                return
            }
            throw TokenError(.nonce, "nonce is missing")
        }
        guard !expected.isEmpty, let nonce = value.string, isEqualInConstantTime(Array(nonce.utf8), expected) else {
            throw TokenError(.nonce, "nonce does not match")
        }
    }

    private func contains(_ names: [String], _ name: String) -> Bool {
        names.contains { $0.hasSameBytes(as: name) }
    }

    // MARK: - What is told

    private func addDetails(to identity: inout VerifiedIdentity) {
        if profile.statesHostedDomains { identity.hostedDomain = claims.displayText("hd", maxBytes: 253) }
        identity.email = claims.displayText("email", maxBytes: Self.maxEmailBytes)
        identity.emailVerified = identity.email != nil && claims.flag("email_verified")
        identity.isPrivateEmail = identity.email != nil && claims.flag("is_private_email")
        identity.emailIsAuthoritative =
            identity.emailVerified && (identity.hostedDomain != nil || isOwnMailbox(identity.email))
        identity.givenName = claims.displayText("given_name")
        identity.familyName = claims.displayText("family_name")
        identity.displayName = claims.displayText("name")
        identity.photoURL = claims.displayText("picture", maxBytes: 2_048).flatMap { url in
            url.utf8.starts(with: "https://".utf8) ? url : nil
        }
        identity.realUserStatus = claims.members["real_user_status"]?.integer.flatMap(
            VerifiedIdentity.RealUserStatus.init(rawValue:))
        identity.transferSubject = claims.displayText("transfer_sub", maxBytes: Self.maxSubjectBytes)
    }

    private func isOwnMailbox(_ email: String?) -> Bool {
        // With two `@`, the start of the domain is ambiguous.
        let parts = email?.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false) ?? []
        guard parts.count == 2 else { return false }
        let domain = parts[1].map(\.asciiLowercased)
        return profile.authoritativeEmailDomains.contains { domain.elementsEqual($0.utf8) }
    }
}
