import Foundation
import SesameCore

/// A back end without a server, for ``AuthConfiguration/mock(signedInAs:)``. Every sign-in succeeds. Tests that need
/// failures use other doubles.
struct PreviewAuthService: AuthLinkingService, AuthPasswordService, AuthCodeService, AuthSecondFactorService,
    AuthSessionService, AuthExportService
{
    func nonce() async throws(AuthError) -> Nonce { Nonce(Secret("preview")) }

    func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce { Nonce(Secret("preview")) }

    func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        let user: UserAuthInfo =
            switch credential {
            case .anonymous: .mock(uid: "preview-guest", isAnonymous: true)
            case .google(_, _, let role): .mock(providers: ["google"], role: role)
            case .apple(_, _, let role, _, _): .mock(providers: ["apple"], role: role)
            case .registration(let form): .mock(role: form.role)
            case .password(let credential): .mock(providers: ["password"], role: credential.role)
            case .passwordRegistration(let form): .mock(providers: ["password"], role: form.credential.role)
            case .authorizationCode: .mock()
            case .oneTimeToken(let uid, _): .mock(uid: uid)
            case .code(_, let sent, let role): .mock(providers: [sent.email == nil ? "phone" : "email"], role: role)
            case .secondFactor: .mock()
            }
        return SignIn(session: makeSession(user), isNewUser: false)
    }

    func refresh(_ session: Session) async throws(AuthError) -> Session {
        makeSession(session.user, id: session.id)
    }

    func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        session
    }

    func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade {
        var user = UserAuthInfo.mock(
            uid: session.user.uid, providers: session.user.providers + [credential.method.rawValue])
        user.role = session.user.role
        return Upgrade(outcome: .linked, session: makeSession(user))
    }

    func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError) {}

    func resolveConflict(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade {
        Upgrade(outcome: .kept, session: session)
    }

    func sendPasswordReset(to email: String, language: String?) async throws(AuthError) {}

    func sendVerification(for session: Session, language: String?) async throws(AuthError) {}

    func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode {
        SentCode(to: receiver)
    }

    func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session { session }

    func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus {
        SecondFactorStatus(factors: [], offered: [.authenticator], recoveryCodesLeft: 0)
    }

    func sendSecondFactorCode(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError) {}

    func startSecondFactorEnrollment(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup { SecondFactorSetup(expiresIn: .seconds(600)) }

    func finishSecondFactorEnrollment(
        _ factor: NewSecondFactor, code: Secret, continuing continuation: Secret?, to session: Session
    ) async throws(AuthError) -> (added: SecondFactorInfo, session: Session) {
        (SecondFactorInfo(id: "preview", kind: .authenticator), session)
    }

    func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session { session }

    func generateRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret] {
        [Secret("preview-code-1"), Secret("preview-code-2")]
    }

    func sessions(of session: Session) async throws(AuthError) -> [AccountSession] {
        let begun = session.user.lastSignInDate ?? session.receivedAt
        return [
            AccountSession(
                id: session.id, method: session.user.providers.first ?? SignInMethod.anonymous.rawValue,
                isCurrent: true, creationDate: begun, lastRefreshDate: session.receivedAt),
            AccountSession(
                id: "preview-session", method: SignInMethod.google.rawValue, isCurrent: false,
                creationDate: begun - 86_400, lastRefreshDate: begun),
        ]
    }

    func endSession(_ id: String, of session: Session) async throws(AuthError) {}

    func endOtherSessions(of session: Session) async throws(AuthError) {}

    func revoke(_ revocation: Revocation) async throws(AuthError) {}

    func export(_ session: Session) async throws(AuthError) -> [UInt8] { Array("{}".utf8) }

    func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion { AccountDeletion() }

    /// Creates a session that does not expire during a preview.
    func makeSession(_ user: UserAuthInfo, id: String? = nil) -> Session {
        let now = Date()
        return Session(
            id: id ?? RandomText.make(bytes: 9), user: user, accessToken: Secret(RandomText.make(bytes: 32)),
            refreshToken: Secret(RandomText.make(bytes: 32)), receivedAt: now, expiresAt: now + 86_400)
    }
}

/// A credential source without a sheet, which succeeds at once.
struct PreviewCredentialSource: CredentialSource {
    let method: SignInMethod?

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let nonce = try await request.nonce()
        return method == .google
            ? .google(idToken: Secret("preview"), nonce: nonce) : .apple(idToken: Secret("preview"), nonce: nonce)
    }
}

extension UserAuthInfo {
    /// Returns a user for previews and tests, with an email address and a name unless it is a guest.
    public static func mock(
        uid: String = "preview-user", isAnonymous: Bool = false, providers: [String]? = nil, role: String? = nil
    ) -> UserAuthInfo {
        let date = Date(timeIntervalSince1970: 1_760_000_000)
        return UserAuthInfo(
            uid: uid, email: isAnonymous ? nil : "test.user.1@example.com", isAnonymous: isAnonymous,
            creationDate: date, lastSignInDate: date, displayName: isAnonymous ? nil : "Test User 1",
            providers: providers ?? (isAnonymous ? [] : ["apple"]), role: role)
    }
}
