import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// The second factors of Firebase: authenticator apps
/// (https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment).
///
/// Phones are listed and can be removed, but receive no text messages, because Google sends them only for an app that
/// App Check or reCAPTCHA has verified. Firebase has no recovery codes.
extension FirebaseAuthService: AuthSecondFactorService {
    /// Returns the account's second factors by `accounts:lookup`, oldest first.
    public func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus {
        let account = try await account(of: session.accessToken)
        var status = SecondFactorStatus(
            factors: SecondFactorInfo.all(of: account),
            offered: project.authenticatorIssuer == nil ? [] : [.authenticator], recoveryCodesLeft: 0)
        (status.confirmAlone, status.offersRecoveryCodes) = (false, false)
        return status
    }

    /// Starts the enrollment of an authenticator app by `mfaEnrollment:start`. Throws
    /// ``SesameCore/AuthError/Code/invalidTransition`` for a guest.
    public func startSecondFactorEnrollment(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup {
        guard case .authenticator = factor else { throw .noPhones }
        guard !session.user.isAnonymous else {
            throw AuthError(.invalidTransition, "a guest needs a sign-in method first")
        }
        let (json, response) = try await post(
            "mfaEnrollment:start", ["idToken": .string(session.accessToken.exposed), "totpEnrollmentInfo": [:]], .factor
        )
        guard let info = json["totpSessionInfo"], let key = info["sharedSecretKey"]?.string,
            let continuation = info["sessionInfo"]?.string
        else { throw .foreign(response) }
        var setup = SecondFactorSetup(
            expiresIn: FirebaseSecondStep.wait, secret: Secret(key), address: address(of: key, info, session.user))
        setup.continuation = Secret(continuation)
        return setup
    }

    /// Adds the authenticator app by `mfaEnrollment:finalize`, which returns new tokens without the factor's id. If the
    /// response to an earlier call was lost, the app is already added, and the session is returned unchanged. Throws
    /// ``SesameCore/AuthError/Code/ticketExpired`` if the enrollment must start again.
    public func finishSecondFactorEnrollment(
        _ factor: NewSecondFactor, code: Secret, continuing continuation: Secret?, to session: Session
    ) async throws(AuthError) -> (added: SecondFactorInfo, session: Session) {
        guard case .authenticator(let name) = factor else { throw .noPhones }
        guard let continuation else {
            throw AuthError(.ticketExpired, "no enrollment of an authenticator app has begun since the app's launch")
        }
        let named = name ?? Self.name
        let body: JSONObject = [
            "idToken": .string(session.accessToken.exposed), "displayName": .string(named),
            "totpVerificationInfo": [
                "sessionInfo": .string(continuation.exposed), "verificationCode": .string(code.exposed),
            ],
        ]
        let (json, response): (JSONObject, TransportResponse)
        do throws(AuthError) {
            (json, response) = try await post("mfaEnrollment:finalize", body, .factor) { refusal in
                refusal.name == "MFA_ENROLLMENT_ALREADY_COMPLETE" ? [:] : nil
            }
        } catch {
            // A confirmation does not restore the pending enrollment.
            guard error.code == .reauthenticationRequired else { throw error }
            throw AuthError(.ticketExpired, "the last sign-in is too long ago; start the enrollment again")
        }
        let added = SecondFactorInfo(id: "", kind: .authenticator, displayName: named)
        guard response.status == 200 else { return (added, session) }
        guard let answer = IdentityToolkitResponse(account: json) else { throw .foreign(response) }
        return (added, try renew(session, answer))
    }

    /// Removes a factor by `mfaEnrollment:withdraw`. Firebase then ends the account's sessions; the given session
    /// continues with the tokens of the response, if it has any. The authenticator app cannot be removed while a phone
    /// remains, because this service cannot verify a phone at the next sign-in.
    public func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session {
        let factors = SecondFactorInfo.all(of: try await account(of: session.accessToken))
        let left = factors.filter { $0.id != id }
        if left.count < factors.count, !left.isEmpty, factors.contains(where: { $0.kind == .authenticator }),
            !left.contains(where: { $0.kind == .authenticator })
        {
            throw AuthError(.invalidTransition, "a sign-in cannot ask for phones here; remove them first")
        }
        let body: JSONObject = ["idToken": .string(session.accessToken.exposed), "mfaEnrollmentId": .string(id)]
        let (json, _) = try await post("mfaEnrollment:withdraw", body, .factor)
        guard let answer = IdentityToolkitResponse(account: json) else { return session }
        return try renew(session, answer)
    }

    /// Always throws ``SesameCore/AuthError/Code/providerRequired``, because Firebase has no recovery codes.
    public func generateRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret] {
        throw AuthError(.providerRequired, "Firebase has no recovery codes")
    }
}

extension FirebaseAuthService {
    /// Completes a pending sign-in with its second factor. Throws if the proof has no ticket.
    func finish(by proof: SecondFactorProof) async throws(AuthError) -> SignIn {
        guard proof.ticket != nil else { throw .noTicket }
        let step = FirebaseSecondStep(proof)
        return SignIn(session: try await session(try await show(proof), provider: step?.provider), isNewUser: false)
    }

    /// Verifies an authenticator app's code by `mfaSignIn:finalize`, and returns the tokens. An account has at most one
    /// app. Throws `ticketExpired` if the ticket is not from Firebase, and `invalidCredentials` for a recovery code.
    func show(_ proof: SecondFactorProof) async throws(AuthError) -> IdentityToolkitResponse {
        guard let step = FirebaseSecondStep(proof) else {
            throw AuthError(.ticketExpired, "the ticket is not from a second step at Firebase; sign in again")
        }
        guard case .code(let code, let id) = proof.method else {
            var wrong = AuthError(.invalidCredentials, "Firebase has no recovery codes")
            wrong.fields = [SecondFactorChallenge.codeField]
            throw wrong
        }
        return try await tokens(
            "mfaSignIn:finalize",
            [
                "mfaPendingCredential": .string(step.credential.exposed), "mfaEnrollmentId": .string(id ?? step.factor),
                "totpVerificationInfo": ["verificationCode": .string(code.exposed)],
            ], .secondStep)
    }

    /// Returns the `otpauth` URL for authenticator apps
    /// (https://github.com/google/google-authenticator/wiki/Key-Uri-Format).
    private func address(of key: String, _ info: JSONValue, _ user: UserAuthInfo) -> Secret {
        let issuer = project.authenticatorIssuer ?? project.id
        let name = FormEncoding.escape(user.email ?? user.uid)
        let fields = [
            ("secret", key), ("issuer", issuer), ("algorithm", info["hashingAlgorithm"]?.string ?? "SHA1"),
            ("digits", String(info["verificationCodeLength"]?.integer ?? 6)),
            ("period", String(info["periodSec"]?.integer ?? 30)),
        ]
        let query = fields.map { "\($0)=\(FormEncoding.escape($1))" }.joined(separator: "&")
        return Secret("otpauth://totp/\(FormEncoding.escape(issuer)):\(name)?\(query)")
    }

    /// The default name of an authenticator app, because Firebase requires a name.
    private static let name = "Authenticator"
}

extension AuthError {
    /// Returns the error for a failed confirmation of the session's user: `reauthenticationRequired` if a ticket has
    /// expired or belongs to another user. A second-factor challenge is marked to continue the confirmation, not a
    /// sign-in.
    func confirming(_ session: Session) -> AuthError {
        if code == .ticketExpired {
            return AuthError(.reauthenticationRequired, "the first credential was shown too long ago")
        }
        guard var challenge = secondFactor else { return self }
        if let uid = FirebaseSecondStep(ticket: challenge.ticket)?.uid, !uid.hasSameBytes(as: session.user.uid) {
            return .anothersCredential
        }
        challenge.isForConfirmation = true
        var error = self
        error.secondFactor = challenge
        return error
    }

    static let anothersCredential = AuthError(.reauthenticationRequired, "the credential belongs to another user")
    fileprivate static let noPhones = AuthError(
        .providerRequired, "with Firebase only authenticator apps are supported: its SMS need App Check or reCAPTCHA")
}

extension SecondFactorInfo {
    /// Returns the second factors of an account or of a pending sign-in, oldest first, without factors of unknown
    /// kinds.
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
