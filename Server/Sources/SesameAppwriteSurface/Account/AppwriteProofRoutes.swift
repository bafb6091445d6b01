import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes that verify an email address or phone number, and reset a password.
struct AppwriteProofRoutes: Sendable {
    let sessions: SessionService
    let logins: LocalCredentialService
    let directory: AccountDirectory
    let sentCodes: AppwriteCodes
    let door: AppwriteAuthenticator

    var routes: [Route] {
        let email = ["/v1/account/verifications/email", "/v1/account/verification"].flatMap { path in
            [
                door.route(.POST, path, limitedBy: .codesFromAddress, askToVerifyByLink),
                door.route(.PUT, path, limitedBy: .refusals) { call throws(AccountError) in
                    try await verify(.email, call)
                },
            ]
        }
        let phone = ["/v1/account/verifications/phone", "/v1/account/verification/phone"].flatMap { path in
            [
                door.route(.POST, path, limitedBy: .codesFromAddress, askToVerifyPhone),
                door.route(.PUT, path, limitedBy: .refusals) { call throws(AccountError) in
                    try await verify(.phone, call)
                },
            ]
        }
        return email + phone + [
            door.route(.POST, "/v1/account/verifications/email/otp", limitedBy: .codesFromAddress, askToVerifyByDigits),
            door.route(.PUT, "/v1/account/verifications/email/otp", limitedBy: .refusals) { call throws(AccountError) in
                try await verify(.email, call)
            },
            door.route(.POST, "/v1/account/recovery", limitedBy: .codesFromAddress, askForRecoveryByLink),
            door.route(.POST, "/v1/account/recovery/otp", limitedBy: .codesFromAddress, askForRecoveryByDigits),
            door.route(.PUT, "/v1/account/recovery", limitedBy: .refusals, recover),
            door.route(.PUT, "/v1/account/recovery/otp", limitedBy: .refusals, recover),
        ]
    }

    // MARK: Verification

    private func askToVerifyByLink(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let body = try AppwriteBody(call, "url")
        try door.rejectLocalCredentials(in: call.app)
        let page = try door.allowed(try body.text("url", greatest: 2_000), "url", call)
        let ticket = AppwriteCodeTicket(caller.session.account.description, .link, door.environment)
        let order = OneTimeCodeRequest.verify(
            try await unclaimedEmail(of: caller), of: caller.session.account, askedIn: caller.session.id, as: .link,
            in: call.language, at: ticket.link(to: page))
        return try await sentCodes.send(order, ticket, call)
    }

    private func askToVerifyByDigits(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let body = try AppwriteBody(call, "phrase")
        try door.rejectLocalCredentials(in: call.app)
        let ticket = AppwriteCodeTicket(caller.session.account.description, .digits, door.environment)
        var order = OneTimeCodeRequest.verify(
            try await unclaimedEmail(of: caller), of: caller.session.account, askedIn: caller.session.id, as: .digits,
            in: call.language)
        order.phrase = try sentCodes.phrase(body)
        return try await sentCodes.send(order, ticket, call)
    }

    private func askToVerifyPhone(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        _ = try AppwriteBody(call)
        try door.refusePhones(in: call.app)
        guard let login = try await sessions.account(of: caller).login(.phone),
            let phone = PhoneNumber(login.name)
        else { throw .appwrite(.phoneNotFound) }
        let (account, session) = (caller.session.account, caller.session.id)
        let ticket = AppwriteCodeTicket(account.description, .digits, door.environment)
        guard login.isClaimed else {
            return try await sentCodes.send(
                .verify(phone, of: account, askedIn: session, in: call.language), ticket, call)
        }
        guard let next = try await logins.awaitedPhone(of: caller) else { throw .appwrite(.phoneVerified) }
        return try await sentCodes.send(
            .changePhone(to: next, of: account, askedIn: session, in: call.language), ticket, call)
    }

    private func unclaimedEmail(of caller: Caller) async throws(AccountError) -> EmailAddress {
        guard let login = try await sessions.account(of: caller).login(.email),
            let email = EmailAddress(login.name)
        else { throw .appwrite(.emailNotFound) }
        guard !login.isClaimed else { throw .appwrite(.emailVerified) }
        return email
    }

    private func verify(_ kind: LocalCredential.Kind, _ call: AppwriteRequest) async throws(AccountError)
        -> HTTPResponse
    {
        let body = try AppwriteBody(call, "userId", "secret")
        try door.rejectLocalCredentials(in: call.app)
        let (id, secret) = (try body.text("userId"), try body.secret("secret", greatest: 2_048))
        let caller = try await door.callerIfAny(call)
        var purpose = CodePurpose.verify
        if kind == .phone, let caller, try await logins.awaitedPhone(of: caller) != nil {
            purpose = .changeEmail
        }
        return try await using(id, call) { [purpose] () throws(AccountError) in
            let view = try await logins.verify(
                with: .handle(id, secret, purpose, [kind]), of: call.app, by: caller.map { .caller($0) } ?? .mailbox,
                context: call.context)
            return view.account.id.description
        }
    }

    // MARK: Recovery

    private func askForRecoveryByLink(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let body = try AppwriteBody(call, "email", "url")
        try door.rejectLocalCredentials(in: call.app)
        let ticket = AppwriteCodeTicket(nil, .link, door.environment)
        let page = try door.allowed(try body.text("url", greatest: 2_000), "url", call)
        let order = OneTimeCodeRequest.resetPassword(
            try body.email("email"), as: .link, in: call.language, at: ticket.link(to: page))
        return try await sentCodes.send(order, ticket, call)
    }

    private func askForRecoveryByDigits(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let body = try AppwriteBody(call, "email", "phrase")
        try door.rejectLocalCredentials(in: call.app)
        var order = OneTimeCodeRequest.resetPassword(try body.email("email"), as: .digits, in: call.language)
        order.phrase = try sentCodes.phrase(body)
        return try await sentCodes.send(order, AppwriteCodeTicket(nil, .digits, door.environment), call)
    }

    private func recover(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let body = try AppwriteBody(call, "userId", "secret", "password")
        try door.rejectLocalCredentials(in: call.app)
        let (id, secret) = (try body.text("userId"), try body.secret("secret", greatest: 2_048))
        let password = try body.secret("password")
        return try await using(id, call) { () throws(AccountError) in
            _ = try await logins.resetPassword(
                with: .handle(id, secret, .resetPassword, [.email]), to: password, of: call.app, context: call.context)
            return id
        }
    }

    /// Redeems a code with `use`, which returns an account id, and responds with Appwrite's model of the redeemed
    /// token. If the code is wrong and no account has the id in the request, the error is "user not found".
    private func using(
        _ id: String, _ call: AppwriteRequest, _ use: () async throws(AccountError) -> String
    ) async throws(AccountError) -> HTTPResponse {
        do throws(AccountError) {
            return .appwrite(
                AppwriteCodeTicket(try await use(), .link, door.environment).json(id: door.environment.randomID()))
        } catch {
            guard error.code == .ticketExpired, try await !isSomebody(id, call) else { throw error }
            throw error.with(AppwriteError.userNotFound)
        }
    }

    private func isSomebody(_ id: String, _ call: AppwriteRequest) async throws(AccountError) -> Bool {
        do throws(AccountError) {
            _ = try await directory.account(AccountID(id), in: call.app.id)
            return true
        } catch {
            guard error.code == .notFound else { throw error }
            return false
        }
    }
}
