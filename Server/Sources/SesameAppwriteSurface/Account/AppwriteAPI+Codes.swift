import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// Sign-ins by what is sent to an address or a number.
///
/// The answer to who asks for a code names no account: its `userId` is the id that was asked with, by which the code
/// comes back, and becomes that of the account only if the code makes one.
extension AppwriteAPI {
    var codeRoutes: [Route] {
        [
            route(.POST, "/v1/account/tokens/email", limitedBy: .codesFromAddress) { call in
                let body = try AppwriteBody(call, "userId", "email", "phrase")
                try refuseLogins(in: call.app)
                let ticket = AppwriteCodeTicket(try body.id("userId"), .digits, accounts)
                var order = CodeOrder.signIn(try body.email("email"), as: .digits, in: call.language)
                order.phrase = try phrase(body)
                return try await send(order, ticket, call)
            },
            route(.POST, "/v1/account/tokens/magic-url", limitedBy: .codesFromAddress, sendMagicLink),
            route(.POST, "/v1/account/sessions/magic-url", limitedBy: .codesFromAddress, sendMagicLink),
            route(.PUT, "/v1/account/sessions/magic-url", limitedBy: .refusals) { call in
                try await signIn(by: [.email], call)
            },
            route(.POST, "/v1/account/tokens/phone", limitedBy: .codesFromAddress, sendText),
            route(.POST, "/v1/account/sessions/phone", limitedBy: .codesFromAddress, sendText),
            route(.PUT, "/v1/account/sessions/phone", limitedBy: .refusals) { call in
                try await signIn(by: [.phone], call)
            },
        ]
    }

    private func sendMagicLink(_ call: AppwriteCall) async throws -> HTTPResponse {
        let body = try AppwriteBody(call, "userId", "email", "url", "phrase")
        try refuseLogins(in: call.app)
        let ticket = AppwriteCodeTicket(try body.id("userId"), .link, accounts)
        let page = try body.optionalText("url", greatest: 2_000).map { try allowed($0, "url", call) }
        var order = CodeOrder.signIn(
            try body.email("email"), as: .link, in: call.language,
            at: ticket.link(to: page ?? "\(publicURL)/account/code/\(call.app.id)"))
        order.phrase = try phrase(body)
        return try await send(order, ticket, call)
    }

    private func sendText(_ call: AppwriteCall) async throws -> HTTPResponse {
        let body = try AppwriteBody(call, "userId", "phone")
        try refusePhones(in: call.app)
        let ticket = AppwriteCodeTicket(try body.id("userId"), .digits, accounts)
        return try await send(.signIn(try body.phone("phone"), in: call.language), ticket, call)
    }

    private func signIn(by kinds: [Login.Kind], _ call: AppwriteCall) async throws -> HTTPResponse {
        let body = try AppwriteBody(call, "userId", "secret")
        try refuseLogins(in: call.app)
        let (id, secret) = (try body.text("userId"), try body.secret("secret", greatest: 2_048))
        return try await signInWithCode(.handle(id, secret, .signIn, kinds), call)
    }

    /// Signs in with a code. In a guest's session an address that is nobody's becomes the guest's, who becomes a person
    /// with the same account.
    func signInWithCode(_ code: PresentedCode, _ call: AppwriteCall) async throws -> HTTPResponse {
        guard let caller = try await callerIfAny(call) else {
            return began(
                try await accounts.logins.signIn(with: code, to: call.app, context: call.context), call)
        }
        guard try await accounts.sessions.account(of: caller).isAnonymous else { throw AppwriteProblem.sessionExists }
        let linked = try await accounts.logins.link(with: code, to: caller, context: call.context)
        return began(linked.session, isNew: false, call)
    }

    /// Has a code sent, and answers in the same way whether there is anybody whom it helps. A back end that may be anybody
    /// is told the code.
    func send(
        _ order: CodeOrder, _ ticket: AppwriteCodeTicket, _ call: AppwriteCall
    ) async throws -> HTTPResponse {
        var order = order
        order.handle = ticket.id
        let issued = try await accounts.codes.sendKnownCode(order, of: call.app, context: call.context)
        let isTold = call.key?.key.scopes.contains(.usersActAs) ?? false
        return .appwrite(
            ticket.json(id: accounts.environment.randomID(), secret: isTold ? issued?.code : nil, phrase: order.phrase),
            status: .created)
    }

    /// Words for the answer and the message, where the client wants them.
    func phrase(_ body: AppwriteBody) throws -> String? {
        try body.flag("phrase") ? accounts.codes.newCodePhrase() : nil
    }
}

/// What is told of a code that was asked for.
struct AppwriteCodeTicket: Sendable {
    /// The id by which it comes back.
    let id: String
    let createdAt: Date
    let expiresAt: Date

    init(_ id: String?, _ form: CodeForm, _ accounts: Services) {
        self.id = id ?? accounts.environment.randomID()
        createdAt = accounts.environment.now
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
        [
            "$id": .string(id), "$createdAt": .string(AppwriteTime.text(createdAt)), "userId": .string(self.id),
            "secret": .string(secret?.exposed ?? ""), "expire": .string(AppwriteTime.text(expiresAt)),
            "phrase": .string(phrase ?? ""),
        ]
    }
}

extension AppwriteCall {
    /// The language that the client shows, such as `fr`.
    var language: String? { request.filledHeader("X-Appwrite-Locale") }
}
