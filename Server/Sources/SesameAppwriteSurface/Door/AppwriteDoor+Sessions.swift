import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension AppwriteDoor {
    /// Refuses a sign-in in a session, which would leave that one behind.
    func requireNoSession(_ call: AppwriteCall) async throws(Refusal) {
        guard try await callerIfAny(call) == nil else { throw .appwrite(.sessionExists) }
    }

    /// The answer to a sign-in.
    func began(_ signIn: SignIn, _ call: AppwriteCall) -> HTTPResponse {
        began(signIn.session, isNew: signIn.isNew, call)
    }

    /// The answer to the beginning of a session: its secret goes into cookies, and to a server with a key into the body.
    ///
    /// - Parameter isNew: True if the sign-in made the account, which Appwrite has no word for.
    func began(
        _ session: Session, isNew: Bool, status: HTTPResponseStatus = .created, _ call: AppwriteCall
    ) -> HTTPResponse {
        let secret = sessions.sessionSecret(of: session)
        var response = HTTPResponse.appwrite(
            AppwriteSession(session: session, isCurrent: true, secret: call.showsSecrets ? secret : nil).json,
            status: status)
        response.headers.add(name: AppwriteHeader.newAccount, value: isNew ? "true" : "false")
        setSecret(of: session, in: &response, call)
        return response
    }

    /// Gives a client the secret of its session, in cookies; a server with a key has it in the body. Whoever comes with a
    /// JWT, which is good for minutes, gets nothing that outlives it.
    func setSecret(of session: Session, in response: inout HTTPResponse, _ call: AppwriteCall) {
        guard call.key == nil, call.credential?.isJWT != true else { return }
        let life = session.expiresAt.secondsSince1970 - environment.now.secondsSince1970
        call.cookies.set(
            sessions.sessionSecret(of: session), life: max(0, life), in: &response, for: call.request)
    }

    /// Refuses addresses and passwords in apps that keep people under pseudonyms, and in those without passwords.
    func refuseLogins(in app: App) throws(Refusal) {
        if app.privacy.isPseudonymous { throw .appwrite(.pseudonymous) }
        if app.passwords == nil { throw .appwrite(.methodUnsupported) }
    }

    /// Refuses phone numbers in the same apps, and in those without them.
    func refusePhones(in app: App) throws(Refusal) {
        try refuseLogins(in: app)
        if app.passwords?.allowsPhones == false { throw .appwrite(.methodUnsupported) }
    }
}
