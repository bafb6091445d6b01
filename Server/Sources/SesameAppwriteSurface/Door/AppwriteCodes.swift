import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Codes that are sent to an address or a number, and sign in or prove it.
struct AppwriteCodes: Sendable {
    let codes: CodeService
    let logins: LoginService
    let sessions: SessionService
    let door: AppwriteDoor

    /// Signs in with a code. In a guest's session an address that is nobody's becomes the guest's, who becomes a person
    /// with the same account.
    func signInWithCode(_ code: PresentedCode, _ call: AppwriteCall) async throws(Refusal) -> HTTPResponse {
        guard let caller = try await door.callerIfAny(call) else {
            return door.began(
                try await logins.signIn(with: code, to: call.app, context: call.context), call)
        }
        guard try await sessions.account(of: caller).isAnonymous else { throw .appwrite(.sessionExists) }
        let linked = try await logins.link(with: code, to: caller, context: call.context)
        return door.began(linked.session, isNew: false, call)
    }

    /// Has a code sent, and answers in the same way whether there is anybody whom it helps. A back end that may be anybody
    /// is told the code.
    func send(
        _ order: CodeOrder, _ ticket: AppwriteCodeTicket, _ call: AppwriteCall
    ) async throws(Refusal) -> HTTPResponse {
        var order = order
        order.handle = ticket.id
        let issued = try await codes.sendKnownCode(order, of: call.app, context: call.context)
        let isTold = call.key?.key.scopes.contains(.usersActAs) ?? false
        return .appwrite(
            ticket.json(id: door.environment.randomID(), secret: isTold ? issued?.code : nil, phrase: order.phrase),
            status: .created)
    }

    /// Words for the answer and the message, where the client wants them.
    func phrase(_ body: AppwriteBody) throws(Refusal) -> String? {
        try body.flag("phrase") ? codes.newCodePhrase() : nil
    }
}

/// The answer to a request for a code.
struct AppwriteCodeTicket: Sendable {
    /// The id by which it comes back.
    let id: String
    let createdAt: Date
    let expiresAt: Date

    init(_ id: String?, _ form: CodeForm, _ environment: Environment) {
        self.id = id ?? environment.randomID()
        createdAt = environment.now
        expiresAt = createdAt.addingTimeInterval(form.life)
    }

    /// A page's address with the code in it.
    func link(to page: String) -> @Sendable (Secret) -> String {
        { secret in
            FormText.address(
                page, ["userId": id, "secret": secret.exposed, "expire": AppwriteTime.text(expiresAt)])
        }
    }

    /// The model of a token.
    func json(id: String, secret: Secret? = nil, phrase: String? = nil) -> JSONObject {
        AppwriteToken(
            id: id, user: self.id, createdAt: createdAt, expiresAt: expiresAt, secret: secret, phrase: phrase
        ).json
    }
}

extension AppwriteCall {
    /// The language that the client shows, such as `fr`.
    var language: String? { request.filledHeader("X-Appwrite-Locale") }
}
