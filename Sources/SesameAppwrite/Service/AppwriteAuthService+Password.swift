import Foundation
public import Sesame
public import SesameCore
import SesameWire

extension AppwriteAuthService: AuthPasswordService {
    /// Sends a password reset by `POST /account/recovery`. The link opens the app's page of
    /// ``AppwriteEmailRedirects/recovery``. An error that reveals if the address has an account is ignored. Throws
    /// ``SesameCore/AuthError/Code/providerRequired`` if ``mailPages`` is nil.
    public func sendPasswordReset(to email: String, language: String?) async throws(AuthError) {
        let url = try pages().recovery
        let answer = try await requests.send(
            "POST", "/account/recovery", body: ["email": .string(email), "url": .string(url.absoluteString)],
            language: language)
        do throws(AuthError) {
            _ = try answer.object()
        } catch {
            guard answer.refusalType == "user_not_found" else { throw error }
        }
    }

    /// Sends a verification email by `POST /account/verification`, the path that every version has. The link opens the
    /// app's page of ``AppwriteEmailRedirects/verification``. Throws ``SesameCore/AuthError/Code/providerRequired`` if
    /// ``mailPages`` is nil.
    public func sendVerification(for session: Session, language: String?) async throws(AuthError) {
        let url = try pages().verification
        _ = try await requests.send(
            "POST", "/account/verification", body: ["url": .string(url.absoluteString)],
            session: session.refreshToken, language: language
        ).object()
    }

    /// Changes the password by `PATCH /account/password`, and returns the session with a new access token. An account
    /// with a password requires the current one. The project's settings decide if other sessions end.
    public func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session {
        var body: JSONObject = ["password": .string(password.exposed)]
        body["oldPassword"] = current.map { .string($0.exposed) }
        let answer = try await requests.send(
            "PATCH", "/account/password", body: body, session: session.refreshToken)
        _ = try answer.newPassword()
        return try await refresh(session)
    }

    /// Creates an account by `POST /account`, and then a session. If the second response is lost, the account exists
    /// and the user can sign in.
    func signUp(_ form: PasswordRegistration) async throws(AuthError) -> SignIn {
        guard form.profile.isEmpty else { throw AuthError(.invalidRequest, "Appwrite accounts have no profile") }
        var body = try form.credential.appwriteRequest
        // The server creates the id.
        body["userId"] = "unique()"
        _ = try await requests.send("POST", "/account", body: body).newPassword()
        var signIn = try await signIn(with: .password(form.credential), in: nil)
        signIn.isNewUser = true
        return signIn
    }

    /// Adds an email address and a password by `PATCH /account/email` to an account without them. If another account
    /// has the address, `keep` returns the session unchanged, `switch` signs in to that account with the password, and
    /// any other policy throws `credentialInUse` without a ticket.
    func add(
        _ credential: PasswordCredential, to session: Session, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        let answer = try await requests.send(
            "PATCH", "/account/email", body: try credential.appwriteRequest, session: session.refreshToken)
        do throws(AuthError) {
            _ = try answer.newPassword()
        } catch {
            switch onConflict {
            case .keep where error.code == .credentialInUse: return Upgrade(outcome: .kept, session: session)
            case .switch where error.code == .credentialInUse:
                return Upgrade(outcome: .switched, session: try await exchange(.password(credential)).session)
            default: throw error
            }
        }
        // An upgraded guest gets a new session at Sesame, and keeps the same one at Appwrite.
        let secret = answer.sessionSecret(of: project.id) ?? session.refreshToken
        let linked = try await complete(try await currentSession(secret), secret, isNew: false, at: clock.now).session
        return Upgrade(outcome: .linked, session: linked)
    }

    private func pages() throws(AuthError) -> AppwriteEmailRedirects {
        guard let mailPages else {
            throw AuthError(.providerRequired, "the service was created without pages for the links in emails")
        }
        return mailPages
    }
}

extension PasswordCredential {
    /// The request's body with the email address and password. The password's bytes are sent as typed, because
    /// Appwrite's own SDK may have created the account. Throws `roleMismatch` if the credential has a role.
    var appwriteRequest: JSONObject {
        get throws(AuthError) {
            guard role == nil else { throw AuthError(.roleMismatch, "Appwrite accounts have no role") }
            return ["email": .string(email), "password": .string(password.exposed)]
        }
    }
}

extension AppwriteResponseDecoder {
    /// Returns the body of a successful response. Throws `weakPassword` instead of `invalidRequest` if the server
    /// rejects the password, because the user can correct it.
    fileprivate func newPassword() throws(AuthError) -> JSONObject {
        do throws(AuthError) {
            return try object()
        } catch {
            guard error.code == .invalidRequest, error.fields == ["password"] else { throw error }
            var weak = AuthError(.weakPassword, "the password is shorter or longer than the server allows")
            weak.fields = error.fields
            throw weak
        }
    }
}
