import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes for sign-up and sign-in with a password, and for changes of the caller's email address, phone
/// number, password, name and preferences.
struct AppwriteLoginRoutes: Sendable {
    let account: AccountService
    let logins: LocalCredentialService
    let sessions: SessionService
    let users: AppwriteUsers
    let door: AppwriteAuthenticator

    var routes: [Route] {
        ["/v1/account/sessions/email", "/v1/account/sessions"].map { path in
            door.route(.POST, path, limitedBy: .refusals, signInWithPassword)
        } + [
            door.route(.POST, "/v1/account", limitedBy: .guests, createAccount),
            door.route(.PATCH, "/v1/account/email", changeEmail),
            door.route(.PATCH, "/v1/account/phone", changePhone),
            door.route(.PATCH, "/v1/account/password", changePassword),
            door.route(.PATCH, "/v1/account/name") { call throws(AccountError) in
                let caller = try await door.caller(call)
                let name = try AppwriteBody(call, "name").anyText("name")
                return try await change(caller, call) { $0.displayName = name.isEmpty ? nil : name }
            },
            door.route(.GET, "/v1/account/prefs") { call throws(AccountError) in
                let caller = try await door.caller(call)
                return .appwrite(
                    try await account.details(of: caller.session.account, in: call.app.id).preferences)
            },
            door.route(.PATCH, "/v1/account/prefs") { call throws(AccountError) in
                let caller = try await door.caller(call)
                let preferences = try AppwriteBody(call, "prefs").preferences(in: call.app)
                return try await change(caller, call) { $0.preferences = preferences }
            },
        ]
    }

    /// Creates an account with an email address and a password. It starts no session: Appwrite's clients sign in
    /// afterwards.
    private func createAccount(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let body = try AppwriteBody(call, "userId", "email", "password", "name")
        try door.rejectLocalCredentials(in: call.app)
        let (id, email, password) = (try body.id("userId"), try body.email("email"), try body.secret("password"))
        let name = try body.optionalText("name", greatest: 128)
        try await door.requireNoSession(call)
        let made = try await logins.register(
            email: email, password: password, displayName: name, id: id.map { AccountID($0) }, in: call.app,
            context: call.context)
        return .appwrite(try await users.user(made, in: call.app), status: .created)
    }

    private func signInWithPassword(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let body = try AppwriteBody(call, "email", "password")
        try door.rejectLocalCredentials(in: call.app)
        let (email, password) = (try body.email("email"), try body.secret("password"))
        try await door.requireNoSession(call)
        let result = try await logins.signIn(
            email: email, password: password, to: call.app, context: call.context)
        return door.began(result, call)
    }

    /// Adds an email address and a password to an account without a password; a guest is upgraded and keeps the
    /// account. If the account already has a password, the request changes its address, provided that the password is
    /// correct; a verified address stays until the new one is confirmed.
    private func changeEmail(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let body = try AppwriteBody(call, "email", "password")
        try door.rejectLocalCredentials(in: call.app)
        let (email, password) = (try body.email("email"), try body.secret("password"))
        let view = try await sessions.account(of: caller)
        if view.login(.email)?.password != nil {
            _ = try await logins.changeEmail(
                of: caller, to: email, password: password, in: call.language, context: call.context)
            return .appwrite(try await users.user(view.account.id, in: call.app))
        }
        let result = try await logins.addPassword(
            email: email, password: password, to: caller, context: call.context)
        return try await changed(result, caller, call)
    }

    /// Changes the phone number, after checking the password or, for an account without one, a recent sign-in. An
    /// unverified number is replaced at once; a verified number stays until the code sent to the new number is
    /// confirmed. Refuses guests.
    private func changePhone(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let body = try AppwriteBody(call, "phone", "password")
        try door.refusePhones(in: call.app)
        let (phone, password) = (try body.phone("phone"), try body.secret("password"))
        let view = try await sessions.account(of: caller)
        guard !view.isAnonymous else {
            throw .appwrite(
                .argument(
                    "phone",
                    "A guest cannot change the phone number: sign in with the number's code to upgrade the guest."))
        }
        _ = try await logins.changePhone(
            of: caller, to: phone, password: view.login(.email)?.password == nil ? nil : password,
            context: call.context)
        return .appwrite(try await users.user(view.account.id, in: call.app))
    }

    private func changePassword(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let body = try AppwriteBody(call, "password", "oldPassword")
        try door.rejectLocalCredentials(in: call.app)
        let password = try body.secret("password")
        let old = try body.optionalText("oldPassword", greatest: 1_024).map { Secret($0) }
        let view = try await sessions.account(of: caller)
        if view.login(.email)?.password != nil {
            guard let old else { throw .appwrite(.invalidCredentials) }
            let result = try await logins.changePassword(
                of: caller, from: old, to: password, context: call.context)
            return try await changed(result, caller, call)
        }
        guard view.claims.emailVerified, let email = view.claims.email.flatMap(EmailAddress.init) else {
            throw .appwrite(.argument("password", "The account has no verified email address to sign in with."))
        }
        let result = try await logins.addPassword(
            email: email, password: password, to: caller, context: call.context)
        return try await changed(result, caller, call)
    }

    /// Returns the response with the caller's updated account. An upgraded guest has a new session, whose secret is set
    /// in the cookies.
    private func changed(_ result: LinkResult, _ caller: Caller, _ call: AppwriteRequest) async throws(AccountError)
        -> HTTPResponse
    {
        var response = HTTPResponse.appwrite(try await users.user(result.view.account.id, in: call.app))
        if result.session.id != caller.session.id { door.setSecret(of: result.session, in: &response, call) }
        return response
    }

    private func change(
        _ caller: Caller, _ call: AppwriteRequest, _ change: @escaping @Sendable (inout AccountMetadata) -> Void
    ) async throws(AccountError) -> HTTPResponse {
        _ = try await account.changeDetails(of: caller.session.account, in: call.app, change)
        return .appwrite(try await users.user(caller.session.account, in: call.app))
    }
}
