public import SesameCore
import SesameWire

/// A pending enrollment of a second factor, for a back end that does not store pending enrollments.
struct PendingFactorEnrollment {
    let uid: String
    let continuation: Secret
}

extension AuthManager {
    /// Sends a second-factor code to a phone, to continue the sign-in with the given ticket.
    /// - Parameters:
    ///   - factor: The phone's factor id; nil if the account has only one.
    ///   - language: The language of the text message, for example `fr`; nil for the app's.
    public func sendSecondFactorCode(
        toSignInWith ticket: Secret, factor: String? = nil, language: String? = nil
    ) async throws(AuthError) {
        try await service.secondFactorService.sendSecondFactorCode(
            for: .signIn(ticket: ticket), to: factor, language: language)
    }

    /// Sends a code to a phone of the signed-in user, to confirm an action.
    /// - Parameters:
    ///   - factor: The phone's factor id; nil if the account has only one.
    ///   - language: The language of the text message, for example `fr`; nil for the app's.
    public func sendSecondFactorCode(factor: String? = nil, language: String? = nil) async throws(AuthError) {
        try await inSession { [service] session throws(AuthError) in
            try await service.secondFactorService.sendSecondFactorCode(
                for: .confirmation(session), to: factor, language: language)
        }
    }

    /// Returns the second factors of the signed-in user, the kinds that they may add, and the number of remaining
    /// recovery codes.
    public func secondFactors() async throws(AuthError) -> SecondFactorStatus {
        try await inSession { [service] session throws(AuthError) in
            try await service.secondFactorService.secondFactors(of: session)
        }
    }

    /// Begins to add a second factor. Show the URL or the key of the response to the user, for an authenticator app; a
    /// phone receives a text message. The factor is active after ``finishSecondFactorEnrollment(_:code:)``.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` if the last sign-in is too long ago, and
    /// ``SesameCore/AuthError/Code/invalidTransition`` for guests and for an account whose address is not verified.
    /// - Parameters:
    ///   - credential: A fresh credential of the same user, if one was required.
    ///   - language: The language of the text message, for example `fr`; nil for the app's.
    public func startSecondFactorEnrollment(
        _ factor: NewSecondFactor, language: String? = nil, confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) -> SecondFactorSetup {
        if let credential { try await reauthenticate(with: credential) }
        return try await inSession { [service] session throws(AuthError) in
            let setup = try await service.secondFactorService.startSecondFactorEnrollment(
                factor, of: session, language: language)
            begunFactors[factor.kind] = setup.continuation.map {
                PendingFactorEnrollment(uid: session.user.uid, continuation: $0)
            }
            return setup
        }
    }

    /// Adds the pending second factor with its first code. Every later sign-in requires a second factor. With the first
    /// factor all other sessions end, if the back end supports that. Offer ``generateRecoveryCodes(confirmedBy:)``
    /// next.
    ///
    /// Throws ``SesameCore/AuthError/Code/invalidCredentials`` for a wrong code, and
    /// ``SesameCore/AuthError/Code/ticketExpired`` if the enrollment was started too long ago.
    /// - Returns: The factor. Its id is empty if the response does not contain it, and the list of factors could not be
    ///   requested afterwards.
    @discardableResult
    public func finishSecondFactorEnrollment(_ factor: NewSecondFactor, code: Secret) async throws(AuthError)
        -> SecondFactorInfo
    {
        let (added, uid) = try await renewLeased { [service] session throws(AuthError) in
            let uid = session.user.uid
            let begun = begunFactors[factor.kind].flatMap { $0.uid.hasSameBytes(as: uid) ? $0 : nil }
            let answer = try await service.secondFactorService.finishSecondFactorEnrollment(
                factor, code: code, continuing: begun?.continuation, to: session)
            return ((answer.added, uid), answer.session)
        }
        if begunFactors[factor.kind]?.uid.hasSameBytes(as: uid) == true { begunFactors[factor.kind] = nil }
        record(AuthEvent(.secondFactorAdded))
        guard added.id.isEmpty, let status = try? await secondFactors(),
            machine.session?.user.uid.hasSameBytes(as: uid) == true
        else { return added }
        return status.factors.last { $0.kind == factor.kind } ?? added
    }

    /// Removes a second factor. A Sesame server removes the recovery codes with the last factor.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` if the last sign-in is too long ago.
    /// - Parameter credential: A fresh credential of the same user, if one was required:
    ///   ``AuthCredential/secondFactor(_:)``, or at Firebase a sign-in method first.
    public func removeSecondFactor(
        _ id: String, confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) {
        if let credential { try await reauthenticate(with: credential) }
        try await renewLeased { [service] session throws(AuthError) in
            ((), try await service.secondFactorService.removeSecondFactor(id, from: session))
        }
        record(AuthEvent(.secondFactorRemoved))
    }

    /// Creates recovery codes, each valid once in place of a factor; earlier codes become invalid. Show them to the
    /// user at once, because they cannot be shown again. Throws ``SesameCore/AuthError/Code/providerRequired`` if the
    /// back end has no recovery codes, such as Firebase.
    public func generateRecoveryCodes(
        confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) -> [Secret] {
        if let credential { try await reauthenticate(with: credential) }
        return try await inSession { [service] session throws(AuthError) in
            try await service.secondFactorService.generateRecoveryCodes(for: session)
        }
    }
}
