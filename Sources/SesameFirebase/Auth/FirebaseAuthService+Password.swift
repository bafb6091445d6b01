import Foundation
public import Sesame
public import SesameCore
import SesameWire

extension FirebaseAuthService: AuthPasswordService {
    /// Sends a password reset by `accounts:sendOobCode`. The project's settings define the email and the page that its
    /// link opens. An error that reveals if the address has an account is ignored.
    public func sendPasswordReset(to email: String, language: String?) async throws(AuthError) {
        let body: JSONObject = ["requestType": "PASSWORD_RESET", "email": .string(email)]
        _ = try await post("sendOobCode", body, .password, language: language) { refusal in
            refusal.name == "EMAIL_NOT_FOUND" ? [:] : nil
        }
    }

    /// Sends a verification email by `accounts:sendOobCode` with the session's ID token.
    public func sendVerification(for session: Session, language: String?) async throws(AuthError) {
        let body: JSONObject = ["requestType": "VERIFY_EMAIL", "idToken": .string(session.accessToken.exposed)]
        _ = try await post("sendOobCode", body, .account, language: language)
    }

    /// Changes the password by `accounts:update`, after `accounts:signInWithPassword` if the current password is given.
    /// Firebase ends all other sessions.
    ///
    /// If the current password is given and right, an account with a second factor needs no code while the session's
    /// last sign-in is recent; with an older one, the function throws
    /// ``SesameCore/AuthError/Code/secondFactorRequired``.
    public func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session {
        var session = session
        var missing: AuthError?
        if let current {
            guard let email = session.user.email else {
                throw AuthError(.notFound, "the account has no email address to sign in with")
            }
            let credential = PasswordCredential(email: email, password: current)
            do throws(AuthError) {
                session = try await reauthenticate(session, with: .password(credential))
            } catch {
                guard error.secondFactor != nil else { throw error }
                missing = error
            }
        }
        do throws(AuthError) {
            let answer = try await tokens(
                "update",
                [
                    "idToken": .string(session.accessToken.exposed), "password": .string(password.exposed),
                    "returnSecureToken": true,
                ], .account)
            return try renew(session, answer)
        } catch {
            throw error.code == .reauthenticationRequired ? missing ?? error : error
        }
    }

    /// Signs in by `accounts:signInWithPassword`. Throws `invalidRequest` if the credential has a role, because
    /// Firebase has no roles.
    func signIn(_ credential: PasswordCredential) async throws(AuthError) -> SignIn {
        let answer = try await tokens("signInWithPassword", try credential.firebaseRequest, .password)
        return SignIn(session: try await session(answer, provider: Self.provider), isNewUser: false)
    }

    /// Creates an account by `accounts:signUp`. Throws if the form has a role or profile fields, which Firebase does
    /// not support.
    func signUp(_ form: PasswordRegistration) async throws(AuthError) -> SignIn {
        guard form.profile.isEmpty else { throw .noFields }
        let answer = try await tokens("signUp", try form.credential.firebaseRequest, .password)
        return SignIn(session: try await session(answer, provider: Self.provider), isNewUser: true)
    }

    /// Adds an email address and a password to the session's account. If another account has the address, `keep`
    /// returns the session unchanged, `switch` signs in to that account with the password, and any other policy throws
    /// `credentialInUse`. The error has no ticket, because Firebase reveals nothing about the other account.
    func add(
        _ credential: PasswordCredential, to session: Session, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        var body = try credential.firebaseRequest
        body["idToken"] = .string(session.accessToken.exposed)
        let answer: IdentityToolkitResponse
        do throws(AuthError) {
            answer = try await tokens("signUp", body, .account)
        } catch {
            switch onConflict {
            case .keep where error.code == .credentialInUse: return Upgrade(outcome: .kept, session: session)
            case .switch where error.code == .credentialInUse:
                return Upgrade(outcome: .switched, session: try await signIn(credential).session)
            default: throw error
            }
        }
        guard answer.uid.hasSameBytes(as: session.user.uid) else {
            throw AuthError(.providerUnavailable, "the response is about another account")
        }
        var linked = try await self.session(answer, id: session.id, provider: Self.provider)
        linked.user.providers += session.user.providers.filter { !linked.user.providers.contains($0) }
        return Upgrade(outcome: .linked, session: linked)
    }

    private static let provider = "password"
}

extension PasswordCredential {
    /// The request's body with the email address and password. The password's bytes are sent as typed, because
    /// Firebase's own SDK may have created the account. Throws if the credential has a role.
    var firebaseRequest: JSONObject {
        get throws(AuthError) {
            guard role == nil else { throw .noRoles }
            return [
                "email": .string(email), "password": .string(password.exposed), "returnSecureToken": true,
            ]
        }
    }
}
