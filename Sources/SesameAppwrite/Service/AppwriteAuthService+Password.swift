import Foundation
public import Sesame
public import SesameCore
import SesameWire

extension AppwriteAuthService: AuthPasswordService {
    /// `POST /account/recovery`: the link leads to the app's page of ``AppwriteMailPages/recovery``. A server that says which
    /// addresses it knows is not heard.
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

    /// `POST /account/verification`, the path that every version has: the link leads to the app's page of
    /// ``AppwriteMailPages/verification``.
    public func sendVerification(for session: Session, language: String?) async throws(AuthError) {
        let url = try pages().verification
        _ = try await requests.send(
            "POST", "/account/verification", body: ["url": .string(url.absoluteString)],
            session: session.refreshToken, language: language
        ).object()
    }

    /// `PATCH /account/password`. An account that has a password wants the current one. Whether other sessions end is the
    /// project's to say.
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

    /// `POST /account`, and a session. When the answer of the second gets lost, the account is there: the person signs in.
    func signUp(_ form: PasswordRegistration) async throws(AuthError) -> SignIn {
        guard form.profile.isEmpty else { throw AuthError(.invalidRequest, "accounts at Appwrite have no profile") }
        var body = try form.credential.appwriteRequest
        // The server is to make the id.
        body["userId"] = "unique()"
        _ = try await requests.send("POST", "/account", body: body).newPassword()
        var signIn = try await signIn(with: .password(form.credential), in: nil)
        signIn.isNewUser = true
        return signIn
    }

    /// `PATCH /account/email`: an address and a password for an account without. An account that has the address already is
    /// told of by a refusal without a ticket; whoever wants to switch has to know its password.
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
        // A guest who becomes a person has another session at Sesame, and the same one at Appwrite.
        let secret = answer.sessionSecret(of: project.id) ?? session.refreshToken
        let linked = try await complete(try await currentSession(secret), secret, isNew: false, at: clock.now).session
        return Upgrade(outcome: .linked, session: linked)
    }

    private func pages() throws(AuthError) -> AppwriteMailPages {
        guard let mailPages else {
            throw AuthError(.providerRequired, "the service was made without pages that mails could lead to")
        }
        return mailPages
    }
}

extension PasswordCredential {
    /// The members of the request. The bytes are those that were typed: the account may have been made by Appwrite's own
    /// SDK.
    var appwriteRequest: JSONObject {
        get throws(AuthError) {
            guard role == nil else { throw AuthError(.roleMismatch, "accounts at Appwrite have no role") }
            return ["email": .string(email), "password": .string(password.exposed)]
        }
    }
}

extension AppwriteAnswer {
    /// The body of a success. A password that the server does not take is no mistake of the app's.
    fileprivate func newPassword() throws(AuthError) -> JSONObject {
        do throws(AuthError) {
            return try object()
        } catch {
            guard error.code == .invalidRequest, error.fields == ["password"] else { throw error }
            var weak = AuthError(.weakPassword, "the password is shorter or longer than the server takes")
            weak.fields = error.fields
            throw weak
        }
    }
}
