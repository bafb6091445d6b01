import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// Authenticator apps (https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment).
///
/// Phones are listed and can be taken away; no text is sent to them, since Google sends one only for an app that App Check or
/// reCAPTCHA vouches for. There are no recovery codes at Firebase.
extension FirebaseAuthService: AuthSecondFactorService {
    /// `accounts:lookup`.
    public func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus {
        let account = try await account(of: session.accessToken)
        var status = SecondFactorStatus(
            factors: SecondFactorInfo.all(of: account),
            offered: project.offersAuthenticatorApps ? [.authenticator] : [], recoveryCodesLeft: 0)
        (status.confirmAlone, status.offersRecoveryCodes) = (false, false)
        return status
    }

    /// `mfaEnrollment:start`. What the app shows is named after the project.
    public func beginSecondFactor(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup {
        guard case .authenticator = factor else { throw .noPhones }
        guard !session.user.isAnonymous else {
            throw AuthError(.invalidTransition, "a guest needs a way to sign in first")
        }
        let (json, response) = try await post(
            "mfaEnrollment:start", ["idToken": .string(session.accessToken.exposed), "totpEnrollmentInfo": [:]], .factor
        )
        guard let info = json["totpSessionInfo"], let key = info["sharedSecretKey"]?.string,
            let continuation = info["sessionInfo"]?.string
        else { throw .foreign(response) }
        let end = info["finalizeEnrollmentTime"]?.string.flatMap { GoogleTime($0)?.date }
        var setup = SecondFactorSetup(
            expiresIn: end.map { .seconds(max(0, $0.timeIntervalSince(clock.now))) } ?? Self.wait,
            secret: Secret(key), address: address(of: key, info, session.user))
        setup.continuation = Secret(continuation)
        return setup
    }

    /// `mfaEnrollment:finalize`, and `accounts:lookup` for what has come of it: where that gets lost, the factor's id is
    /// empty. Firebase ends all sessions, and gives this one new tokens.
    public func addSecondFactor(
        _ factor: NewSecondFactor, code: Secret, continuing continuation: Secret?, to session: Session
    ) async throws(AuthError) -> (added: SecondFactorInfo, session: Session) {
        guard case .authenticator(let name) = factor else { throw .noPhones }
        guard let continuation else {
            throw AuthError(.ticketExpired, "no authenticator app was begun since the app was started")
        }
        var body: JSONObject = [
            "idToken": .string(session.accessToken.exposed),
            "totpVerificationInfo": [
                "sessionInfo": .string(continuation.exposed), "verificationCode": .string(code.exposed),
            ],
        ]
        body["displayName"] = name.map { .string($0) }
        let next = try renew(session, try await tokens("mfaEnrollment:finalize", body, .factor))
        // The tokens are the only ones that are good by now: nothing that fails from here on may lose them.
        let account = try? await account(of: next.accessToken)
        let apps = account.map(SecondFactorInfo.all)?.filter { $0.kind == .authenticator } ?? []
        let added = apps.max { ($0.addedAt ?? .distantPast) < ($1.addedAt ?? .distantPast) }
        return (added ?? SecondFactorInfo(id: "", kind: .authenticator, displayName: name), next)
    }

    /// `mfaEnrollment:withdraw`. Firebase may end all sessions by it, and gives this one new tokens then.
    public func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session {
        let body: JSONObject = ["idToken": .string(session.accessToken.exposed), "mfaEnrollmentId": .string(id)]
        let (json, _) = try await post("mfaEnrollment:withdraw", body, .factor)
        guard let answer = IdentityAnswer(account: json) else { return session }
        return try renew(session, answer)
    }

    /// Refused: Firebase has none.
    public func makeRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret] {
        throw AuthError(.providerRequired, "Firebase has no recovery codes")
    }

    /// Refused: Google sends a text only for an app that it can tell from a program.
    package func sendSecondFactorText(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError) {
        throw .noPhones
    }
}

extension FirebaseAuthService {
    /// Ends a sign-in that waits.
    func finish(by proof: SecondFactorProof) async throws(AuthError) -> SignIn {
        guard proof.ticket != nil else { throw .noTicket }
        let step = FirebaseSecondStep(proof)
        return SignIn(session: try await session(try await show(proof), provider: step?.provider), isNewUser: false)
    }

    /// `mfaSignIn:finalize`. A code that may be any app's is tried as each one's.
    func show(_ proof: SecondFactorProof) async throws(AuthError) -> IdentityAnswer {
        guard let step = FirebaseSecondStep(proof) else {
            throw AuthError(.ticketExpired, "the ticket is none of a second step at Firebase; sign in again")
        }
        var wrong = AuthError(.invalidCredentials, "there are no recovery codes at Firebase")
        wrong.fields = [SecondFactorChallenge.codeField]
        guard case .code(let code, let id) = proof.means else { throw wrong }
        for factor in id.map({ [$0] }) ?? step.factors.map(\.id) {
            do throws(AuthError) {
                return try await tokens(
                    "mfaSignIn:finalize",
                    [
                        "mfaPendingCredential": .string(step.credential.exposed), "mfaEnrollmentId": .string(factor),
                        "totpVerificationInfo": ["verificationCode": .string(code.exposed)],
                    ], .secondStep)
            } catch {
                guard error.code == .invalidCredentials else { throw error }
                wrong = error
            }
        }
        throw wrong
    }

    /// The address that authenticator apps read
    /// (https://github.com/google/google-authenticator/wiki/Key-Uri-Format).
    private func address(of key: String, _ info: JSONValue, _ user: UserAuthInfo) -> Secret {
        let issuer = FormEncoding.escape(project.id)
        let name = FormEncoding.escape(user.email ?? user.uid)
        let fields = [
            ("secret", key), ("issuer", project.id), ("algorithm", info["hashingAlgorithm"]?.string ?? "SHA1"),
            ("digits", String(info["verificationCodeLength"]?.integer ?? 6)),
            ("period", String(info["periodSec"]?.integer ?? 30)),
        ]
        let query = fields.map { "\($0)=\(FormEncoding.escape($1))" }.joined(separator: "&")
        return Secret("otpauth://totp/\(issuer):\(name)?\(query)")
    }

    /// The time there is for the first code where Firebase does not say.
    private static let wait = Duration.seconds(600)
}

extension AuthError {
    /// The error of a proof of who is signed in: the second factor that is missing goes on with that, and with no sign-in.
    func confirming(_ session: Session) -> AuthError {
        if code == .ticketExpired { return AuthError(.reauthenticationRequired, "the first proof is too long ago") }
        guard var challenge = secondFactor else { return self }
        if let uid = FirebaseSecondStep(ticket: challenge.ticket)?.uid, !uid.hasSameBytes(as: session.user.uid) {
            return .anothersCredential
        }
        challenge.isForConfirmation = true
        var error = self
        error.secondFactor = challenge
        return error
    }

    static let anothersCredential = AuthError(.reauthenticationRequired, "the credential is another person's")
    fileprivate static let noPhones = AuthError(
        .providerRequired, "at Firebase only authenticator apps are shown: its texts need App Check or reCAPTCHA")
}

extension SecondFactorInfo {
    /// The second factors of an account, or of a sign-in that waits, oldest first. Factors of other kinds are left out.
    static func all(of json: JSONObject) -> [SecondFactorInfo] {
        let factors = (json["mfaInfo"]?.array ?? []).compactMap(SecondFactorInfo.init)
        return factors.sorted { ($0.addedAt ?? .distantPast) < ($1.addedAt ?? .distantPast) }
    }

    private init?(_ json: JSONValue) {
        guard let id = json["mfaEnrollmentId"]?.string, !id.isEmpty else { return nil }
        let phone = json["phoneInfo"]?.string
        guard phone != nil || json["totpInfo"] != nil else { return nil }
        self.init(
            id: id, kind: phone == nil ? .authenticator : .phone,
            displayName: json["displayName"]?.string.flatMap { $0.isEmpty ? nil : $0 }, phone: phone,
            addedAt: json["enrolledAt"]?.string.flatMap { GoogleTime($0)?.date })
    }
}
