import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// The second factors of Appwrite: authenticator apps and recovery codes. The ticket of a second step is the secret of
/// the pending session.
///
/// Phones are not supported: to verify a text message's code, Appwrite needs the message's id, which
/// ``AuthSecondFactorService`` cannot pass from the first call to the second.
///
/// Appwrite's own server asks for the factor after every sign-in except by a provider's ID token, which it counts as
/// two factors.
extension AppwriteAuthService: AuthSecondFactorService {
    /// Returns the account's second factors by `GET /account/mfa/factors`. Authenticator apps are offered regardless of
    /// the project's settings. Appwrite's own server reports only that recovery codes exist, which counts as one code.
    public func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus {
        let known = try await factors(session.refreshToken)
        return SecondFactorStatus(
            factors: known.bodies, offered: [Self.app.kind], recoveryCodesLeft: known.recoveryCodes)
    }

    /// Starts the enrollment of an authenticator app by `POST /account/mfa/authenticators/totp`. Appwrite stores no
    /// name for it. Throws ``SesameCore/AuthError/Code/invalidTransition`` for a guest or an unverified email address.
    public func startSecondFactorEnrollment(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup {
        guard case .authenticator = factor else { throw .noPhones }
        guard !session.user.isAnonymous else {
            throw AuthError(.invalidTransition, "a guest needs a sign-in method first")
        }
        let answer = try await requests.send("POST", Self.authenticator, session: session.refreshToken)
        let model: JSONObject
        do throws(AuthError) {
            model = try answer.object()
        } catch {
            // The request has no parameters, so the invalid argument is the account's unverified email address.
            guard answer.refusalType == "general_argument_invalid" else { throw error }
            throw AuthError(.invalidTransition, error.reason)
        }
        guard let key = model.text("secret") else { throw answer.foreign }
        return SecondFactorSetup(
            expiresIn: Self.wait, secret: Secret(key), address: model.text("uri").map { Secret($0) })
    }

    /// Adds the authenticator app by `PUT /account/mfa/authenticators/totp`. Appwrite's own server would not require
    /// the factor at sign-ins, and would keep other sessions. This function therefore ends the other sessions, and
    /// enables the second step by `PATCH /account/mfa`. If a call is interrupted, the app is listed but not required,
    /// until another call with a fresh code completes the enrollment.
    public func finishSecondFactorEnrollment(
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
                throw AuthError(.ticketExpired, "no enrollment of an authenticator app is pending, or it has expired")
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

    /// Removes the authenticator app by `DELETE /account/mfa/authenticators/totp`. Appwrite's own server then requires
    /// no second factor, because only emails and text messages are left, which this service does not support. The
    /// account's recovery codes remain until new ones are created. Throws ``SesameCore/AuthError/Code/notFound`` if the
    /// account has no such factor.
    public func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session {
        guard id.hasSameBytes(as: Self.app.id) else { throw .noSuchFactor }
        let secret = session.refreshToken
        let answer = try await requests.send("DELETE", Self.authenticator, session: secret)
        var isGone = answer.refusalType == "user_authenticator_not_found"
        if server == .appwrite, answer.refusalType == "user_challenge_required" {
            // Appwrite's own server asks for a code before it checks if the factor exists. A user without an app has no
            // code.
            isGone = try await factors(secret).bodies.isEmpty
        }
        if !isGone { try answer.checkDeletion() }
        // It also runs if the factor was already removed, because an earlier removal may have been interrupted here.
        if server == .appwrite { try await setAsking(false, secret) }
        if isGone { throw .noSuchFactor }
        return session
    }

    /// Returns new recovery codes, created by `POST /account/mfa/recovery-codes`. Existing codes are replaced by
    /// `PATCH`, for which Appwrite's own server requires a code of the app first. Throws
    /// ``SesameCore/AuthError/Code/invalidTransition`` if the account has no authenticator app.
    public func generateRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret] {
        let known = try await factors(session.refreshToken)
        guard !known.bodies.isEmpty else {
            throw AuthError(.invalidTransition, "recovery codes require an authenticator app that they can replace")
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
    /// Returns the `secondFactorRequired` error, with the challenge, of a sign-in whose session waits for its second
    /// factor. If this service supports none of the account's factors, ends the session and throws.
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

    /// Completes a pending sign-in with its second factor. Throws `ticketExpired` if the ticket belongs to no pending
    /// sign-in.
    func finish(by proof: SecondFactorProof) async throws(AuthError) -> SignIn {
        guard let secret = proof.ticket else { throw .noTicket }
        let now = clock.now
        guard try await waits(secret) else {
            throw AuthError(.ticketExpired, "the ticket is unknown, used or expired; sign in again")
        }
        let session: AppwriteSession
        do throws(AuthError) {
            session = try await show(proof.method, in: secret)
        } catch {
            // The server may have accepted the code and the response may have been lost. The code is not valid a second
            // time.
            guard error.code != .invalidCredentials, let begun = try? await currentSession(secret) else { throw error }
            session = begun
        }
        return try await take(session, secret, isNew: false, at: now)
    }

    /// Confirms the session's user by a second factor, and returns the session with a new access token.
    func reauthenticate(_ session: Session, by proof: SecondFactorProof) async throws(AuthError) -> Session {
        _ = try await show(proof.method, in: session.refreshToken)
        return try await refresh(session)
    }

    /// Throws `secondFactorRequired` if the account has a second factor, because then only that factor confirms the
    /// user. Appwrite would also accept a provider's ID token, and Sesame a token of the app's back end, but the new
    /// session would lack the second factor.
    func requireNoFactor(of session: Session) async throws(AuthError) {
        guard try await factors(session.refreshToken).bodies.isEmpty else { throw .factorRequired }
    }

    /// Returns true if the session lacks only the second factor, and false if it is complete or has ended.
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

    /// Verifies a second factor in the session, which also confirms the user, and returns the session.
    private func show(_ method: SecondFactorProof.Method, in secret: Secret) async throws(AuthError) -> AppwriteSession
    {
        switch method {
        case .code(let code, let id):
            guard id?.hasSameBytes(as: Self.app.id) ?? true else { throw .noPhones }
            return try await show(code, as: Self.app.kind.rawValue, in: secret)
        case .recoveryCode(let code):
            do throws(AuthError) {
                return try await show(code, as: "recoveryCode", in: secret)
            } catch {
                // Appwrite's versions up to 1.8 accept only lowercase letters.
                guard error.code == .invalidCredentials, server == .appwrite else { throw error }
                return try await show(code, as: "recoverycode", in: secret)
            }
        }
    }

    /// Verifies a code by `POST` and `PUT /account/mfa/challenge`, the path that every version has, and returns the
    /// session. Throws `invalidCredentials` if the code is wrong.
    private func show(_ code: Secret, as factor: String, in secret: Secret) async throws(AuthError) -> AppwriteSession {
        let path = "/account/mfa/challenge"
        let begun = try await requests.send("POST", path, body: ["factor": .string(factor)], session: secret)
        guard let id = try begun.object().text("$id") else { throw begun.foreign }
        let answer = try await requests.send(
            "PUT", path, body: ["challengeId": .string(id), "otp": .string(code.exposed)], session: secret)
        guard let session = AppwriteSession(try answer.takingCode()) else { throw answer.foreign }
        return session
    }

    /// Returns the supported factors by `GET /account/mfa/factors`, with the number of recovery codes, or 1 if the
    /// server does not report the number. Versions of Appwrite before 1.5 lack the route, and give no factors.
    private func factors(_ secret: Secret) async throws(AuthError) -> (bodies: [SecondFactorInfo], recoveryCodes: Int) {
        let answer = try await requests.send("GET", "/account/mfa/factors", session: secret)
        if answer.refusalType == "general_route_not_found" { return ([], 0) }
        let model = try answer.object()
        guard let hasApp = model["totp"]?.bool, let hasCodes = model["recoveryCode"]?.bool else { throw answer.foreign }
        let count = answer.response.headers["sesame-recovery-codes-left"].flatMap { Int($0) }
        return (hasApp ? [Self.app] : [], count ?? (hasCodes ? 1 : 0))
    }

    /// Turns the second step on or off by `PATCH /account/mfa`.
    private func setAsking(_ isOn: Bool, _ secret: Secret) async throws(AuthError) {
        _ = try await requests.send("PATCH", "/account/mfa", body: ["mfa": .bool(isOn)], session: secret).object()
    }

    private static let authenticator = "/account/mfa/authenticators/totp"
    /// The authenticator app; an account has at most one.
    private static let app = SecondFactorInfo(id: "totp", kind: .authenticator)
    /// The lifetime of a pending sign-in or enrollment at a Sesame server. Appwrite's is longer.
    private static let wait = Duration.seconds(600)
}

extension AppwriteResponseDecoder {
    /// Returns the body of a successful response. Throws `invalidCredentials` instead of `invalidToken` if the code is
    /// wrong.
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
        .providerRequired, "with Appwrite only authenticator apps and recovery codes are supported")
    fileprivate static let noSuchFactor = AuthError(.notFound, "the account has no such second factor")
    fileprivate static let factorRequired = AuthError(
        .secondFactorRequired, "the account requires a second factor")
}
