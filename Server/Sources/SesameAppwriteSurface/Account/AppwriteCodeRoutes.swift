import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The Appwrite routes for sign-in with codes sent to an email address or phone number.
///
/// The response to a code request does not reveal if an account exists: its `userId` is the id in the request, or a
/// random id for `unique()`, and the client sends it again with the code. This id becomes the account's id only if the
/// code creates an account.
struct AppwriteCodeRoutes: Sendable {
    let sentCodes: AppwriteCodes
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, "/v1/account/tokens/email", limitedBy: .codesFromAddress) { call throws(AccountError) in
                let body = try AppwriteBody(call, "userId", "email", "phrase")
                try door.rejectLocalCredentials(in: call.app)
                let ticket = AppwriteCodeTicket(try body.id("userId"), .digits, door.environment)
                var order = OneTimeCodeRequest.signIn(try body.email("email"), as: .digits, in: call.language)
                order.phrase = try sentCodes.phrase(body)
                return try await sentCodes.send(order, ticket, call)
            },
            door.route(.POST, "/v1/account/tokens/magic-url", limitedBy: .codesFromAddress, sendMagicLink),
            door.route(.POST, "/v1/account/sessions/magic-url", limitedBy: .codesFromAddress, sendMagicLink),
            door.route(.PUT, "/v1/account/sessions/magic-url", limitedBy: .refusals) { call throws(AccountError) in
                try await signIn(by: [.email], call)
            },
            door.route(.POST, "/v1/account/tokens/phone", limitedBy: .codesFromAddress, sendText),
            door.route(.POST, "/v1/account/sessions/phone", limitedBy: .codesFromAddress, sendText),
            door.route(.PUT, "/v1/account/sessions/phone", limitedBy: .refusals) { call throws(AccountError) in
                try await signIn(by: [.phone], call)
            },
        ]
    }

    private func sendMagicLink(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let body = try AppwriteBody(call, "userId", "email", "url", "phrase")
        try door.rejectLocalCredentials(in: call.app)
        let ticket = AppwriteCodeTicket(try body.id("userId"), .link, door.environment)
        let page = try body.optionalText("url", greatest: 2_000).map { url throws(AccountError) in
            try door.allowed(url, "url", call)
        }
        var order = OneTimeCodeRequest.signIn(
            try body.email("email"), as: .link, in: call.language,
            at: ticket.link(to: page ?? "\(door.publicURL)/account/code/\(call.app.id)"))
        order.phrase = try sentCodes.phrase(body)
        return try await sentCodes.send(order, ticket, call)
    }

    private func sendText(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let body = try AppwriteBody(call, "userId", "phone")
        try door.refusePhones(in: call.app)
        let ticket = AppwriteCodeTicket(try body.id("userId"), .digits, door.environment)
        return try await sentCodes.send(.signIn(try body.phone("phone"), in: call.language), ticket, call)
    }

    private func signIn(by kinds: [LocalCredential.Kind], _ call: AppwriteRequest) async throws(AccountError)
        -> HTTPResponse
    {
        let body = try AppwriteBody(call, "userId", "secret")
        try door.rejectLocalCredentials(in: call.app)
        let (id, secret) = (try body.text("userId"), try body.secret("secret", greatest: 2_048))
        return try await sentCodes.signInWithCode(.handle(id, secret, .signIn, kinds), call)
    }
}
