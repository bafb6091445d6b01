package import SesameCore
import SesameWire

extension SesameAuthService: AuthCodeService {
    /// Sends a numeric code by `POST /v1/codes`. The request contains the device token, if one is stored: a known
    /// device has its own quota of emails, which attackers who request codes for the same address cannot use up.
    package func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode {
        let sent = SentCode(to: receiver)
        try await ask(
            APIRoute.codes,
            CodeRequest(purpose: "sign_in", email: sent.email, phone: sent.phone, form: "digits", language: language),
            bearer: nil, headers: device.headers)
        return sent
    }

    /// Signs in with a code by `POST /v1/sign-in/code`.
    func answer(to code: Secret, of sent: SentCode, role: String?) async throws(AuthError) -> SignInResponse {
        try await send(
            CodeSignInRequest(use: CodeRedemptionRequest(code, of: sent), role: role).json, to: APIRoute.signInCode,
            bearer: nil)
    }

    /// Confirms the user with a code by `POST /v1/me/confirm/code`. The server accepts only a code that was sent to one
    /// of the account's own addresses or numbers.
    func reauthenticate(_ session: Session, by code: Secret, of sent: SentCode) async throws(AuthError) -> Session {
        let answer: TokenResponse = try await send(
            CodeRedemptionRequest(code, of: sent).json, to: APIRoute.confirmByCode, bearer: session.accessToken)
        return session.with(answer, at: clock.now)
    }

    /// Sends a code with the device's token, so that attackers who guess codes do not delay a known device. Throws the
    /// error for a wrong code also if the code was used or has expired, because the server does not distinguish them.
    private func send<Answer: WireBody>(
        _ body: JSONObject, to path: String, bearer: Secret?
    ) async throws(AuthError) -> Answer {
        do throws(AuthError) {
            return try await sendPassword("POST", path, body: body, bearer: bearer)
        } catch {
            throw error.code == .ticketExpired ? .wrongCode : error
        }
    }
}

extension CodeRedemptionRequest {
    fileprivate init(_ code: Secret, of sent: SentCode) {
        self.init(code: code.typedCode, email: sent.email, phone: sent.phone)
    }
}
