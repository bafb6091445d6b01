package import Sesame
package import SesameCore

extension AppwriteAuthService: AuthCodeService {
    /// Sends a sign-in code by `POST /account/tokens/email` or `POST /account/tokens/phone`. The returned value
    /// contains the user id that is needed to redeem the code.
    package func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode {
        // The server creates the id of a new user.
        var body: JSONObject = ["userId": "unique()"]
        let sent = SentCode(to: receiver)
        if let email = sent.email { body["email"] = .string(email) }
        if let phone = sent.phone { body["phone"] = .string(phone) }
        let answer = try await requests.send(
            "POST", sent.email == nil ? "/account/tokens/phone" : "/account/tokens/email", body: body,
            language: language)
        guard let uid = try answer.object().text("userId") else { throw answer.foreign }
        return SentCode(to: receiver, handle: uid)
    }

    /// Signs in with a sent code. Throws `invalidCredentials` if the code is wrong, used or expired.
    func signIn(by credential: AuthCredential) async throws(AuthError) -> SignIn {
        do throws(AuthError) {
            return try await signIn(with: credential, in: nil)
        } catch {
            throw error.code == .invalidToken ? .wrongCode : error
        }
    }
}
