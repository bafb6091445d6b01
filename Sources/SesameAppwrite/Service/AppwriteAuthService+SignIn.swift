import Foundation
import Sesame
import SesameCore

extension AppwriteAuthService {
    /// Creates a session with the credential, and returns it with its user and a JWT. Throws `secondFactorRequired`
    /// with a challenge if the session waits for a second factor.
    ///
    /// - Parameter secret: The secret of the session whose account the credential is added to; nil to sign in.
    func signIn(with credential: AuthCredential, in secret: Secret?) async throws(AuthError) -> SignIn {
        let (path, body) = try credential.sessionRequest(at: server)
        let now = clock.now
        let answer = try await requests.send("POST", "/account/sessions/\(path)", body: body, session: secret)
        guard let begun = AppwriteSession(try answer.object()) else { throw answer.foreign }
        guard let secret = answer.sessionSecret(of: project.id) else {
            throw AuthError(.providerUnavailable, "the response does not contain the session's secret")
        }
        do throws(AuthError) {
            return try await take(begun, secret, isNew: answer.isNewAccount, at: now)
        } catch {
            throw error.code == .secondFactorRequired ? try await secondStep(secret) : error
        }
    }

    /// Returns the complete session, or ends it and throws. An unused session must end, because the server limits the
    /// sessions of a user. A session that waits for its second factor is kept.
    func take(
        _ begun: AppwriteSession, _ secret: Secret, isNew: Bool?, at now: Date
    ) async throws(AuthError) -> SignIn {
        do throws(AuthError) {
            return try await complete(begun, secret, isNew: isNew, at: now)
        } catch {
            if error.code != .secondFactorRequired { await giveUp(secret) }
            throw error
        }
    }

    /// Ends an unused session, if possible.
    func giveUp(_ secret: Secret) async {
        try? await requests.send("DELETE", "/account/sessions/current", session: secret).checkDeletion()
    }

    /// Requests the account, its identities and a JWT at the same time, and returns the session with them.
    func complete(
        _ begun: AppwriteSession, _ secret: Secret, isNew: Bool?, at now: Date
    ) async throws(AuthError) -> SignIn {
        async let account = Result { () async throws(AuthError) in try await self.account(secret) }
        async let identities = Result { () async throws(AuthError) in try await self.identities(secret) }
        async let jwt = Result { () async throws(AuthError) in try await self.jwt(secret) }
        let user = try await account.get()
        let session = Session(
            id: begun.id, user: user.info(try await identities.get(), signedInAt: begun.creationDate),
            accessToken: try await jwt.get(), refreshToken: secret, receivedAt: now,
            expiresAt: now + Self.jwtLife.timeInterval)
        return SignIn(session: session, isNewUser: isNew ?? user.wasMade(with: begun))
    }

    /// Returns the account by `GET /account`.
    func account(_ secret: Secret) async throws(AuthError) -> AppwriteUser {
        let answer = try await requests.send("GET", "/account", session: secret)
        guard let user = AppwriteUser(try answer.object()) else { throw answer.foreign }
        return user
    }

    /// Returns the account's identities by `GET /account/identities`.
    func identities(_ secret: Secret) async throws(AuthError) -> [AppwriteIdentity] {
        let answer = try await requests.send("GET", "/account/identities", session: secret)
        guard let list = try answer.object().list("identities") else { throw answer.foreign }
        return list.compactMap(AppwriteIdentity.init)
    }

    /// Returns the account's sessions by `GET /account/sessions`.
    func sessions(_ secret: Secret) async throws(AuthError) -> [AppwriteSession] {
        let answer = try await requests.send("GET", "/account/sessions", session: secret, limits: .document)
        guard let list = try answer.object().list("sessions") else { throw answer.foreign }
        return list.compactMap(AppwriteSession.init)
    }

    /// Returns the current session by `GET /account/sessions/current`.
    func currentSession(_ secret: Secret) async throws(AuthError) -> AppwriteSession {
        let answer = try await requests.send("GET", "/account/sessions/current", session: secret)
        guard let session = AppwriteSession(try answer.object()) else { throw answer.foreign }
        return session
    }

    /// Creates a JWT with the lifetime ``jwtLife`` by `POST /account/jwts`.
    func jwt(_ secret: Secret) async throws(AuthError) -> Secret {
        let answer = try await requests.send(
            "POST", "/account/jwts", body: ["duration": .integer(Self.jwtLife.components.seconds)], session: secret)
        guard let jwt = try answer.object().text("jwt") else { throw answer.foreign }
        return Secret(jwt)
    }
}

extension AppwriteResponseDecoder {
    /// True if the sign-in created the account; nil if the server does not say. Sesame does, Appwrite does not.
    fileprivate var isNewAccount: Bool? {
        switch response.headers["sesame-new-account"] {
        case "true": true
        case "false": false
        default: nil
        }
    }
}

extension AppwriteUser {
    /// Returns true if the session began less than two seconds after the account's creation, by the server's dates: the
    /// sign-in then created the account. False if a date is missing.
    fileprivate func wasMade(with session: AppwriteSession) -> Bool {
        guard let creationDate, let begun = session.creationDate else { return false }
        return begun.timeIntervalSince(creationDate) < 2
    }
}
