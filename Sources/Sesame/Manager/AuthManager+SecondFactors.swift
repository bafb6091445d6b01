public import SesameCore
import SesameWire

/// A second factor that was begun, at a back end that keeps nothing of it.
struct BegunFactor {
    let uid: String
    let continuation: Secret
}

extension AuthManager {
    /// Has a code sent to a phone, for a sign-in that waits for it.
    /// - Parameters:
    ///   - factor: Which phone, by its id; nil where there is one only.
    ///   - language: That of the text, for example `fr`; nil takes the app's.
    public func sendSecondFactorText(
        toSignInWith ticket: Secret, factor: String? = nil, language: String? = nil
    ) async throws(AuthError) {
        try await service.secondFactorService.sendSecondFactorText(
            for: .signIn(ticket: ticket), to: factor, language: language)
    }

    /// Has a code sent to a phone of whoever is signed in, by which they prove again who they are.
    /// - Parameters:
    ///   - factor: Which phone, by its id; nil where there is one only.
    ///   - language: That of the text, for example `fr`; nil takes the app's.
    public func sendSecondFactorText(factor: String? = nil, language: String? = nil) async throws(AuthError) {
        try await inSession { [service] session throws(AuthError) in
            try await service.secondFactorService.sendSecondFactorText(
                for: .confirmation(session), to: factor, language: language)
        }
    }

    /// The second factors of whoever is signed in, the kinds that they may add, and how many recovery codes are left.
    public func secondFactors() async throws(AuthError) -> SecondFactorStatus {
        try await inSession { [service] session throws(AuthError) in
            try await service.secondFactorService.secondFactors(of: session)
        }
    }

    /// Begins to add a second factor. An authenticator app is to be given the address or the key of the answer, a phone
    /// gets a text. It counts after ``addSecondFactor(_:code:)``.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` when the last sign-in is too long ago, and
    /// ``SesameCore/AuthError/Code/invalidTransition`` for guests and where the address is still to be verified.
    /// - Parameters:
    ///   - credential: A fresh proof of the same person, where one was asked for.
    ///   - language: That of the text, for example `fr`; nil takes the app's.
    public func beginSecondFactor(
        _ factor: NewSecondFactor, language: String? = nil, confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) -> SecondFactorSetup {
        if let credential { try await confirm(with: credential) }
        return try await inSession { [service] session throws(AuthError) in
            let setup = try await service.secondFactorService.beginSecondFactor(
                factor, of: session, language: language)
            begunFactors[factor.kind] = setup.continuation.map { BegunFactor(uid: session.user.uid, continuation: $0) }
            return setup
        }
    }

    /// Adds the second factor that was begun, by its first code. From now on it is asked for at every sign-in; with the
    /// first one all other sessions end, where the back end can. Offer ``makeRecoveryCodes(confirmedBy:)`` next.
    ///
    /// Throws ``SesameCore/AuthError/Code/invalidCredentials`` for a wrong code, and
    /// ``SesameCore/AuthError/Code/ticketExpired`` when it was begun too long ago.
    /// - Returns: The factor. Its id is empty where the back end does not say it, and could not be asked afterwards.
    @discardableResult
    public func addSecondFactor(_ factor: NewSecondFactor, code: Secret) async throws(AuthError) -> SecondFactorInfo {
        let (added, uid) = try await renewLeased { [service] session throws(AuthError) in
            let uid = session.user.uid
            let begun = begunFactors[factor.kind].flatMap { $0.uid.hasSameBytes(as: uid) ? $0 : nil }
            let answer = try await service.secondFactorService.addSecondFactor(
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

    /// Takes a second factor away. With the last one its recovery codes go.
    ///
    /// Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` when the last sign-in is too long ago: who has a second
    /// factor confirms by that, with ``AuthCredential/secondFactor(_:)``; at Firebase by what they sign in with, and then
    /// by that.
    public func removeSecondFactor(
        _ id: String, confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) {
        if let credential { try await confirm(with: credential) }
        try await renewLeased { [service] session throws(AuthError) in
            ((), try await service.secondFactorService.removeSecondFactor(id, from: session))
        }
        record(AuthEvent(.secondFactorRemoved))
    }

    /// Makes recovery codes, each good once in a factor's place; those before are good for nothing any more. Show them to
    /// the person at once: nobody can be shown them again. Throws ``SesameCore/AuthError/Code/providerRequired`` where there
    /// are none, as at Firebase.
    public func makeRecoveryCodes(
        confirmedBy credential: AuthCredential? = nil
    ) async throws(AuthError) -> [Secret] {
        if let credential { try await confirm(with: credential) }
        return try await inSession { [service] session throws(AuthError) in
            try await service.secondFactorService.makeRecoveryCodes(for: session)
        }
    }
}
