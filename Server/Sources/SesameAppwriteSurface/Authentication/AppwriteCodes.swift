import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The Appwrite operations that send and redeem codes for an email address or phone number.
struct AppwriteCodes: Sendable {
    let codes: CodeService
    let logins: LocalCredentialService
    let sessions: SessionService
    let door: AppwriteAuthenticator

    /// Signs in with a code. In a guest's session, links the code's email address or phone number to the guest's
    /// account instead, which upgrades the guest. Throws if the caller is already signed in and not a guest.
    func signInWithCode(_ code: PresentedCode, _ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        guard let caller = try await door.callerIfAny(call) else {
            return door.began(
                try await logins.signIn(with: code, to: call.app, context: call.context), call)
        }
        guard try await sessions.account(of: caller).isAnonymous else { throw .appwrite(.sessionExists) }
        let linked = try await logins.link(with: code, to: caller, context: call.context)
        return door.began(linked.session, isNew: false, call)
    }

    /// Sends a code. The response contains the code only if the request has an API key with the scope `users:act-as`;
    /// to all other callers, the response does not reveal whether an account exists.
    func send(
        _ order: OneTimeCodeRequest, _ ticket: AppwriteCodeTicket, _ call: AppwriteRequest
    ) async throws(AccountError) -> HTTPResponse {
        var order = order
        order.handle = ticket.id
        let issued = try await codes.sendAndReturnCode(order, of: call.app, context: call.context)
        let isTold = call.key?.key.scopes.contains(.usersActAs) ?? false
        return .appwrite(
            ticket.json(id: door.environment.randomID(), secret: isTold ? issued?.code : nil, phrase: order.phrase),
            status: .created)
    }

    /// Returns a new security phrase for the response and the message; nil if the client did not request one.
    func phrase(_ body: AppwriteBody) throws(AccountError) -> String? {
        try body.flag("phrase") ? codes.newSecurityPhrase() : nil
    }
}

/// The user id and the expiry of a requested code, for the response and for the link in the message.
struct AppwriteCodeTicket: Sendable {
    /// The id that the client sends with the code to redeem it.
    let id: String
    let createdAt: Date
    let expiresAt: Date

    init(_ id: String?, _ form: CodeForm, _ environment: RuntimeEnvironment) {
        self.id = id ?? environment.randomID()
        createdAt = environment.now
        expiresAt = createdAt.addingTimeInterval(form.lifetime)
    }

    /// Returns a function that adds the user id, the code and its expiry to a page's URL.
    func link(to page: String) -> @Sendable (Secret) -> String {
        { secret in
            FormURLEncoder.address(
                page, ["userId": id, "secret": secret.exposed, "expire": AppwriteTime.text(expiresAt)])
        }
    }

    /// Returns Appwrite's token model as JSON. The secret and the phrase are empty unless given.
    func json(id: String, secret: Secret? = nil, phrase: String? = nil) -> JSONObject {
        AppwriteToken(
            id: id, user: self.id, createdAt: createdAt, expiresAt: expiresAt, secret: secret, phrase: phrase
        ).json
    }
}

extension AppwriteRequest {
    /// The language of the client, such as `fr`; nil if the request does not specify one.
    var language: String? { request.filledHeader("X-Appwrite-Locale") }
}
