package import SesameCore
import SesameWire

extension SesameAuthService: AuthCodeService {
    /// `POST /v1/codes`, as digits. A known device has mails of its own, which strangers who ask for codes to the address do
    /// not use up.
    package func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode {
        let sent = SentCode(to: receiver)
        try await ask(
            APIRoute.codes,
            CodeRequest(purpose: "sign_in", email: sent.email, phone: sent.phone, form: "digits", language: language),
            bearer: nil, headers: device.headers)
        return sent
    }

    /// `POST /v1/sign-in/code`. The server has one answer for a code that is wrong, used or too old.
    func answer(to code: Secret, of sent: SentCode) async throws(AuthError) -> SignInAnswer {
        do throws(AuthError) {
            return try await post(
                APIRoute.signInCode, body: CodeUseRequest(code: code, email: sent.email, phone: sent.phone).json)
        } catch {
            throw error.code == .ticketExpired ? .wrongCode : error
        }
    }
}
