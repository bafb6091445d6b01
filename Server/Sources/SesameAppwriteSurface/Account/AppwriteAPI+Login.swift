import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// Addresses and passwords of the caller's own.
extension AppwriteAPI {
    var loginRoutes: [Route] {
        ["/v1/account/sessions/email", "/v1/account/sessions"].map { path in
            route(.POST, path, limitedBy: .refusals, signInWithPassword)
        } + [
            route(.POST, "/v1/account", limitedBy: .guests, createAccount),
            route(.PATCH, "/v1/account/email", changeEmail),
            route(.PATCH, "/v1/account/phone", changePhone),
            route(.PATCH, "/v1/account/password", changePassword),
            route(.PATCH, "/v1/account/name") { call in
                let caller = try await caller(call)
                let name = try AppwriteBody(call, "name").anyText("name")
                return try await change(caller, call) { $0.displayName = name.isEmpty ? nil : name }
            },
            route(.GET, "/v1/account/prefs") { call in
                let caller = try await caller(call)
                return .appwrite(
                    try await accounts.account.details(of: caller.session.account, in: call.app.id).preferences)
            },
            route(.PATCH, "/v1/account/prefs") { call in
                let caller = try await caller(call)
                let preferences = try AppwriteBody(call, "prefs").preferences(in: call.app)
                return try await change(caller, call) { $0.preferences = preferences }
            },
        ]
    }

    /// Makes an account. Appwrite's clients sign in to it afterwards.
    private func createAccount(_ call: AppwriteCall) async throws -> HTTPResponse {
        let body = try AppwriteBody(call, "userId", "email", "password", "name")
        try refuseLogins(in: call.app)
        let (id, email, password) = (try body.id("userId"), try body.email("email"), try body.secret("password"))
        let name = try body.optionalText("name", greatest: 128)
        try await requireNoSession(call)
        let made = try await accounts.logins.register(
            email: email, password: password, displayName: name, id: id.map { AccountID($0) }, in: call.app,
            context: call.context)
        return .appwrite(try await user(made, in: call.app), status: .created)
    }

    private func signInWithPassword(_ call: AppwriteCall) async throws -> HTTPResponse {
        let body = try AppwriteBody(call, "email", "password")
        try refuseLogins(in: call.app)
        let (email, password) = (try body.email("email"), try body.secret("password"))
        try await requireNoSession(call)
        let result = try await accounts.logins.signIn(
            email: email, password: password, to: call.app, context: call.context)
        return began(result, call)
    }

    /// Gives a guest, or a person of a provider's, an address and a password to sign in with; a guest becomes a person with
    /// the same account. Who has them gets another address, with the password: a verified one stays until the mail to the next
    /// one was answered.
    private func changeEmail(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let body = try AppwriteBody(call, "email", "password")
        try refuseLogins(in: call.app)
        let (email, password) = (try body.email("email"), try body.secret("password"))
        let view = try await accounts.sessions.account(of: caller)
        if view.login(.email)?.password != nil {
            _ = try await accounts.logins.changeEmail(
                of: caller, to: email, password: password, in: call.language, context: call.context)
            return .appwrite(try await user(view.account.id, in: call.app))
        }
        let result = try await accounts.logins.addPassword(
            email: email, password: password, to: caller, context: call.context)
        return try await changed(result, caller, call)
    }

    /// Gives a person another number, with the password, or without one after a recent sign-in. Until its code has come
    /// back it signs nobody in, and a verified number stays.
    private func changePhone(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let body = try AppwriteBody(call, "phone", "password")
        try refusePhones(in: call.app)
        let (phone, password) = (try body.phone("phone"), try body.secret("password"))
        let view = try await accounts.sessions.account(of: caller)
        guard !view.isAnonymous else {
            throw AppwriteProblem.argument("phone", "A guest signs in with the number's code, and becomes a person.")
        }
        _ = try await accounts.logins.changePhone(
            of: caller, to: phone, password: view.login(.email)?.password == nil ? nil : password,
            context: call.context)
        return .appwrite(try await user(view.account.id, in: call.app))
    }

    private func changePassword(_ call: AppwriteCall) async throws -> HTTPResponse {
        let caller = try await caller(call)
        let body = try AppwriteBody(call, "password", "oldPassword")
        try refuseLogins(in: call.app)
        let password = try body.secret("password")
        let old = try body.optionalText("oldPassword", greatest: 1_024).map { Secret($0) }
        let view = try await accounts.sessions.account(of: caller)
        if view.login(.email)?.password != nil {
            guard let old else { throw AppwriteProblem.invalidCredentials }
            let result = try await accounts.logins.changePassword(
                of: caller, from: old, to: password, context: call.context)
            return try await changed(result, caller, call)
        }
        guard view.claims.emailVerified, let email = view.claims.email.flatMap(EmailAddress.init) else {
            throw AppwriteProblem.argument("password", "The account has no verified address to sign in with.")
        }
        let result = try await accounts.logins.addPassword(
            email: email, password: password, to: caller, context: call.context)
        return try await changed(result, caller, call)
    }

    /// The caller's account as it is now. A guest who became a person has another session, whose secret comes along.
    private func changed(_ result: LinkResult, _ caller: Caller, _ call: AppwriteCall) async throws -> HTTPResponse {
        var response = HTTPResponse.appwrite(try await user(result.view.account.id, in: call.app))
        if result.session.id != caller.session.id { setSecret(of: result.session, in: &response, call) }
        return response
    }

    private func change(
        _ caller: Caller, _ call: AppwriteCall, _ change: @escaping @Sendable (inout AccountDetails) -> Void
    ) async throws -> HTTPResponse {
        _ = try await accounts.account.changeDetails(of: caller.session.account, in: call.app, change)
        return .appwrite(try await user(caller.session.account, in: call.app))
    }

    /// Says to apps that keep people under pseudonyms, and to those without passwords, what they are: before anything of
    /// the request is looked at.
    func refuseLogins(in app: App) throws {
        if app.privacy.isPseudonymous { throw AppwriteProblem.pseudonymous }
        if app.passwords == nil { throw AppwriteProblem.methodUnsupported }
    }

    /// Says the same to apps without phone numbers.
    func refusePhones(in app: App) throws {
        try refuseLogins(in: app)
        if app.passwords?.allowsPhones == false { throw AppwriteProblem.methodUnsupported }
    }
}
