import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// Authenticator apps and recovery codes. The ticket of a second step is the secret of the session that waits for it.
///
/// Phones are beyond this service: Appwrite checks the code of a text by the id of the text, and the port has nowhere to
/// keep that from the text to the code of a sign-in.
///
/// Appwrite's own server asks for the factor after everything but a provider's ID token: that counts for two.
extension AppwriteAuthService: AuthSecondFactorService {
    /// `GET /account/mfa/factors`. Authenticator apps are offered whatever the project has to say. Appwrite's own server
    /// says of recovery codes only that there are some, which counts as one.
    public func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus {
        let known = try await factors(session.refreshToken)
        return SecondFactorStatus(
            factors: known.bodies, offered: [Self.app.kind], recoveryCodesLeft: known.recoveryCodes)
    }

    /// `POST /account/mfa/authenticators/totp`. Appwrite keeps no name of it.
    public func beginSecondFactor(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup {
        guard case .authenticator = factor else { throw .noPhones }
        guard !session.user.isAnonymous else {
            throw AuthError(.invalidTransition, "a guest needs a way to sign in first")
        }
        let answer = try await requests.send("POST", Self.authenticator, session: session.refreshToken)
        let model: JSONObject
        do throws(AuthError) {
            model = try answer.object()
        } catch {
            // The request has no parameters: what is wrong is the account's address, which nobody has verified.
            guard answer.refusalType == "general_argument_invalid" else { throw error }
            throw AuthError(.invalidTransition, error.reason)
        }
        guard let key = model.text("secret") else { throw answer.foreign }
        return SecondFactorSetup(
            expiresIn: Self.wait, secret: Secret(key), address: model.text("uri").map { Secret($0) })
    }

    /// `PUT /account/mfa/authenticators/totp`. Appwrite's own server would ask nobody for it, and let other sessions go
    /// on: this ends them, and turns asking on by `PATCH /account/mfa`. What was interrupted goes on when it is repeated
    /// with a fresh code; until then the app is listed, and not asked for.
    public func addSecondFactor(
        _ factor: NewSecondFactor, code: Secret, continuing continuation: Secret?, to session: Session
    ) async throws(AuthError) -> (added: SecondFactorInfo, session: Session) {
        guard case .authenticator = factor else { throw .noPhones }
        let secret = session.refreshToken
        let answer = try await requests.send(
            "PUT", Self.authenticator, body: ["otp": .string(code.exposed)], session: secret)
        do throws(AuthError) {
            _ = try answer.takingCode()
        } catch {
            switch answer.refusalType {
            case "user_authenticator_not_found":
                throw AuthError(.ticketExpired, "no authenticator app was begun, or it took too long")
            case "user_authenticator_already_verified" where server == .appwrite:
                _ = try await show(.code(code), in: secret)
            default: throw error
            }
        }
        if server == .appwrite {
            try await endOthers(than: session)
            try await setAsking(true, secret)
        }
        return (Self.app, session)
    }

    /// `DELETE /account/mfa/authenticators/totp`. At Appwrite's own server nobody is asked for anything from then on: what
    /// is left there are mails and texts, which this service cannot show. Its recovery codes stay until new ones are made.
    public func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session {
        guard id.hasSameBytes(as: Self.app.id) else { throw .noSuchFactor }
        let secret = session.refreshToken
        let answer = try await requests.send("DELETE", Self.authenticator, session: secret)
        var isGone = answer.refusalType == "user_authenticator_not_found"
        if server == .appwrite, answer.refusalType == "user_challenge_required" {
            // Appwrite's own server asks for a code before it looks. Who has no app has none to show.
            isGone = try await factors(secret).bodies.isEmpty
        }
        if !isGone { try answer.checkDeletion() }
        // Also where it was gone: a removal may have been interrupted here.
        if server == .appwrite { try await setAsking(false, secret) }
        if isGone { throw .noSuchFactor }
        return session
    }

    /// `POST /account/mfa/recovery-codes`, or `PATCH` where there are some: Appwrite's own server wants a code of the app
    /// shown first then.
    public func makeRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret] {
        let known = try await factors(session.refreshToken)
        guard !known.bodies.isEmpty else {
            throw AuthError(.invalidTransition, "recovery codes need an authenticator app that they stand in for")
        }
        let answer = try await requests.send(
            known.recoveryCodes > 0 ? "PATCH" : "POST", "/account/mfa/recovery-codes", session: session.refreshToken)
        guard let codes = try answer.object()["recoveryCodes"]?.array?.compactMap(\.string), !codes.isEmpty else {
            throw answer.foreign
        }
        return codes.map { Secret($0) }
    }
}

extension AppwriteAuthService {
    /// Returns the error of a sign-in whose session waits for its second factor. Where no factor can be shown, the
    /// session ends.
    func secondStep(_ secret: Secret) async throws(AuthError) -> AuthError {
        let known: (bodies: [SecondFactorInfo], recoveryCodes: Int)
        do throws(AuthError) {
            known = try await factors(secret)
            guard !known.bodies.isEmpty || known.recoveryCodes > 0 else { throw .noPhones }
        } catch {
            await giveUp(secret)
            throw error
        }
        var error = AuthError.factorRequired
        error.secondFactor = SecondFactorChallenge(
            ticket: secret, expiresIn: Self.wait, factors: known.bodies, hasRecoveryCodes: known.recoveryCodes > 0)
        return error
    }

    /// Ends a sign-in that waits: its session goes on.
    func finish(by proof: SecondFactorProof) async throws(AuthError) -> SignIn {
        guard let secret = proof.ticket else { throw .noTicket }
        let now = clock.now
        guard try await waits(secret) else {
            throw AuthError(.ticketExpired, "the ticket is unknown, used or expired; sign in again")
        }
        let session: AppwriteSession
        do throws(AuthError) {
            session = try await show(proof.means, in: secret)
        } catch {
            // The code may have been taken, and the answer lost: nobody could show it a second time.
            guard error.code != .invalidCredentials, let begun = try? await currentSession(secret) else { throw error }
            session = begun
        }
        return try await take(session, secret, isNew: false, at: now)
    }

    /// Proves again who the session's person is.
    func confirm(_ session: Session, by proof: SecondFactorProof) async throws(AuthError) -> Session {
        _ = try await show(proof.means, in: session.refreshToken)
        return try await refresh(session)
    }

    /// Refuses another proof where the account has a factor: that alone confirms. What either server lets in without, a
    /// provider's token there and one of the app's back end here, would begin a session that has not shown it.
    func requireNoFactor(of session: Session) async throws(AuthError) {
        guard try await factors(session.refreshToken).bodies.isEmpty else { throw .factorRequired }
    }

    /// Returns true if nothing but the second factor is missing for that session.
    private func waits(_ secret: Secret) async throws(AuthError) -> Bool {
        do throws(AuthError) {
            _ = try await account(secret)
            return false
        } catch {
            switch error.code {
            case .secondFactorRequired: return true
            case .sessionEnded: return false
            default: throw error
            }
        }
    }

    /// Shows a factor in the session, which counts it from then on.
    private func show(_ means: SecondFactorProof.Means, in secret: Secret) async throws(AuthError) -> AppwriteSession {
        switch means {
        case .code(let code, let id):
            guard id?.hasSameBytes(as: Self.app.id) ?? true else { throw .noPhones }
            return try await show(code, as: Self.app.kind.rawValue, in: secret)
        case .recoveryCode(let code):
            do throws(AuthError) {
                return try await show(code, as: "recoveryCode", in: secret)
            } catch {
                // Appwrite's versions up to 1.8 take small letters alone.
                guard error.code == .invalidCredentials, server == .appwrite else { throw error }
                return try await show(code, as: "recoverycode", in: secret)
            }
        }
    }

    /// `POST` and `PUT /account/mfa/challenge`, the path that every version has.
    private func show(_ code: Secret, as factor: String, in secret: Secret) async throws(AuthError) -> AppwriteSession {
        let path = "/account/mfa/challenge"
        let begun = try await requests.send("POST", path, body: ["factor": .string(factor)], session: secret)
        guard let id = try begun.object().text("$id") else { throw begun.foreign }
        let answer = try await requests.send(
            "PUT", path, body: ["challengeId": .string(id), "otp": .string(code.exposed)], session: secret)
        guard let session = AppwriteSession(try answer.takingCode()) else { throw answer.foreign }
        return session
    }

    /// `GET /account/mfa/factors`, as far as they can be shown here. Versions before 1.5 have none.
    private func factors(_ secret: Secret) async throws(AuthError) -> (bodies: [SecondFactorInfo], recoveryCodes: Int) {
        let answer = try await requests.send("GET", "/account/mfa/factors", session: secret)
        if answer.refusalType == "general_route_not_found" { return ([], 0) }
        let model = try answer.object()
        guard let hasApp = model["totp"]?.bool, let hasCodes = model["recoveryCode"]?.bool else { throw answer.foreign }
        let count = answer.response.headers["sesame-recovery-codes-left"].flatMap { Int($0) }
        return (hasApp ? [Self.app] : [], count ?? (hasCodes ? 1 : 0))
    }

    /// `PATCH /account/mfa`.
    private func setAsking(_ isOn: Bool, _ secret: Secret) async throws(AuthError) {
        _ = try await requests.send("PATCH", "/account/mfa", body: ["mfa": .bool(isOn)], session: secret).object()
    }

    private static let authenticator = "/account/mfa/authenticators/totp"
    /// An account has one at most.
    private static let app = SecondFactorInfo(id: "totp", kind: .authenticator)
    /// The time that a Sesame server waits for a factor, and for the first code of an app. Appwrite waits longer.
    private static let wait = Duration.seconds(600)
}

extension AppwriteAnswer {
    /// The body of a success. A wrong code is no proof of a provider that was refused.
    fileprivate func takingCode() throws(AuthError) -> JSONObject {
        do throws(AuthError) {
            return try object()
        } catch {
            guard refusalType == "user_invalid_token" else { throw error }
            var wrong = AuthError(.invalidCredentials, "the code is wrong")
            wrong.fields = [SecondFactorChallenge.codeField]
            throw wrong
        }
    }
}

extension AuthError {
    fileprivate static let noPhones = AuthError(
        .providerRequired, "by Appwrite's protocol only authenticator apps and recovery codes are shown")
    fileprivate static let noSuchFactor = AuthError(.notFound, "the account has no such second factor")
    fileprivate static let factorRequired = AuthError(
        .secondFactorRequired, "the account asks for a second factor")
}
