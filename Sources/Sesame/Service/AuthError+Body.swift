import Foundation
package import SesameCore
package import SesameWire

extension AuthError {
    /// Creates an error from a server's error response, with the tickets and the field names that the response
    /// contains.
    package init(_ body: ErrorBody) {
        self.init(body.code, body.message)
        retryAfter = body.retryAfter.map { .seconds($0) }
        requestID = body.requestID.isEmpty ? nil : body.requestID
        fields = body.missing ?? body.field.map { [$0] } ?? []
        if let body = body.registration { registration = RegistrationOffer(body) }
        if let body = body.conflict { conflict = AccountConflict(body) }
        if let body = body.secondFactor { secondFactor = SecondFactorChallenge(body) }
        if let body = body.stale { stale = body }
    }

    /// The current profile from a `preconditionFailed` response, whose body does not contain the user's id; nil for any
    /// other error.
    package var stale: StaleProfileBody? {
        get { attachment as? StaleProfileBody }
        set { attachment = newValue }
    }
}

extension RegistrationOffer {
    init(_ body: RegistrationBody) {
        let prefill = body.prefill
        self.init(
            ticket: body.ticket, expiresIn: .seconds(body.expiresIn),
            prefill: Prefill(
                email: prefill.email, givenName: prefill.givenName, familyName: prefill.familyName,
                photoURL: prefill.photoURL.flatMap { URL(string: $0) }))
    }
}

extension AccountConflict {
    init(_ body: ConflictBody) {
        self.init(
            ticket: body.ticket, expiresIn: .seconds(body.expiresIn), account: UserAuthInfo(body.account),
            merge: body.merge.map { Preview(user: UserAuthInfo($0.user), overridden: $0.overridden) })
    }
}

extension SecondFactorChallenge {
    init(_ body: SecondFactorTicketBody) {
        self.init(
            ticket: body.ticket, expiresIn: .seconds(body.expiresIn),
            factors: body.factors.map { SecondFactorInfo($0) },
            hasRecoveryCodes: body.hasRecoveryCodes)
    }
}

extension SecondFactorInfo {
    init(_ body: SecondFactorBody) {
        self.init(
            id: body.id, kind: SecondFactorKind(rawValue: body.kind), displayName: body.displayName, phone: body.phone,
            addedAt: body.enrollmentTime.map { Date(timeIntervalSince1970: TimeInterval($0)) })
    }
}

extension SecondFactorStatus {
    init(_ body: SecondFactorsResponse) {
        self.init(
            factors: body.factors.map { SecondFactorInfo($0) },
            offered: body.offered.map { SecondFactorKind(rawValue: $0) }, recoveryCodesLeft: body.recoveryCodesLeft)
    }
}

extension SecondFactorSetup {
    init(_ body: SecondFactorBeginResponse) {
        self.init(
            expiresIn: .seconds(body.expiresIn), secret: body.secret, address: body.address)
    }
}

extension ProviderClaims {
    init(_ body: ProviderClaimsBody) {
        self.init(
            provider: body.provider, email: body.email, emailVerified: body.emailVerified, givenName: body.givenName,
            familyName: body.familyName, displayName: body.displayName,
            photoURL: body.photoURL.flatMap { URL(string: $0) })
    }
}

extension ProviderClaimsBody {
    init(_ claims: ProviderClaims) {
        self.init(
            provider: claims.provider, email: claims.email, emailVerified: claims.emailVerified,
            givenName: claims.givenName, familyName: claims.familyName, displayName: claims.displayName,
            photoURL: claims.photoURL?.absoluteString)
    }
}
