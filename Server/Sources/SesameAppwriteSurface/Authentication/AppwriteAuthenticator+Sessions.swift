import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension AppwriteAuthenticator {
    /// Checks that the caller has no session; throws otherwise, because a new sign-in would leave that session open and
    /// unused.
    func requireNoSession(_ call: AppwriteRequest) async throws(AccountError) {
        guard try await callerIfAny(call) == nil else { throw .appwrite(.sessionExists) }
    }

    /// Returns the response to a sign-in, with the new session's model and its secret.
    func began(_ signIn: SignIn, _ call: AppwriteRequest) -> HTTPResponse {
        began(signIn.session, isNew: signIn.isNew, call)
    }

    /// Returns the response with a new session. The session's secret is in cookies or, for a back end with an API key,
    /// in the body; a caller with a JWT receives no secret.
    ///
    /// - Parameter isNew: True if the sign-in created the account. A header states this, because Appwrite has no member
    ///   for it.
    func began(
        _ session: Session, isNew: Bool, status: HTTPResponseStatus = .created, _ call: AppwriteRequest
    ) -> HTTPResponse {
        let secret = sessions.sessionSecret(of: session)
        var response = HTTPResponse.appwrite(
            AppwriteSessionModel(session: session, isCurrent: true, secret: call.showsSecrets ? secret : nil).json,
            status: status)
        response.headers.add(name: AppwriteHeader.newAccount, value: isNew ? "true" : "false")
        setSecret(of: session, in: &response, call)
        return response
    }

    /// Sets the secret of the session in cookies. A back end with an API key receives the secret in the body instead. A
    /// caller with a JWT receives no secret, because the secret would outlive the JWT.
    func setSecret(of session: Session, in response: inout HTTPResponse, _ call: AppwriteRequest) {
        guard call.key == nil, call.credential?.isJWT != true else { return }
        let lifetime = session.expiresAt.secondsSince1970 - environment.now.secondsSince1970
        call.cookies.set(
            sessions.sessionSecret(of: session), lifetime: max(0, lifetime), in: &response, for: call.request)
    }

    /// Checks that the app has local credentials. Throws in pseudonymous apps, which store no email addresses or
    /// passwords, and in apps without password sign-in.
    func rejectLocalCredentials(in app: App) throws(AccountError) {
        if app.privacy.isPseudonymous { throw .appwrite(.pseudonymous) }
        if app.passwords == nil { throw .appwrite(.methodUnsupported) }
    }

    /// Checks that the app allows phone numbers. Throws in pseudonymous apps, and in apps without password sign-in or
    /// without phone numbers.
    func refusePhones(in app: App) throws(AccountError) {
        try rejectLocalCredentials(in: app)
        if app.passwords?.allowsPhones == false { throw .appwrite(.methodUnsupported) }
    }
}
