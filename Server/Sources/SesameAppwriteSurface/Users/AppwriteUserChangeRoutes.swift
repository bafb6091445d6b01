import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes that let a back end create and change users.
struct AppwriteUserChangeRoutes: Sendable {
    let directory: AccountDirectory
    let operators: OperatorService
    let account: AccountService
    let users: AppwriteUsers
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, "/v1/users", createUser),
            door.route(.PATCH, "/v1/users/{user}/name") { call throws(AccountError) in
                try await change(call, "name") { body, order throws(AccountError) in
                    let name = try body.anyText("name")
                    order.displayName = name.isEmpty ? .remove : .set(name)
                }
            },
            door.route(.PATCH, "/v1/users/{user}/email") { call throws(AccountError) in
                try await change(call, "email") { body, order throws(AccountError) in
                    if try body.anyText("email", greatest: EmailAddress.maxBytes).isEmpty {
                        order.removal = .email
                    } else {
                        order.email = try body.email("email")
                    }
                }
            },
            door.route(.PATCH, "/v1/users/{user}/phone") { call throws(AccountError) in
                try await change(call, "number") { body, order throws(AccountError) in
                    let number = try body.anyText("number")
                    order.phone = number.isEmpty ? .remove : .set(try body.phone("number"))
                }
            },
            door.route(.PATCH, "/v1/users/{user}/password") { call throws(AccountError) in
                try await change(call, "password") { body, order throws(AccountError) in
                    if try body.anyText("password", greatest: 8_192).isEmpty {
                        order.removal = .password
                    } else {
                        order.password = try body.secret("password")
                    }
                }
            },
            door.route(.PATCH, "/v1/users/{user}/verification") { call throws(AccountError) in
                try await change(call, "emailVerification") { body, order throws(AccountError) in
                    order.isEmailVerified = try body.bool("emailVerification")
                }
            },
            door.route(.PATCH, "/v1/users/{user}/verification/phone") { call throws(AccountError) in
                try await change(call, "phoneVerification") { body, order throws(AccountError) in
                    order.isPhoneVerified = try body.bool("phoneVerification")
                }
            },
            door.route(.PUT, "/v1/users/{user}/labels") { call throws(AccountError) in
                _ = try call.server(.writeUsers)
                let labels = try AppwriteBody(call, "labels").labels()
                return try await changeDetails(call) { $0.labels = labels }
            },
            door.route(.GET, "/v1/users/{user}/prefs") { call throws(AccountError) in
                _ = try call.server(.readUsers)
                return .appwrite(
                    try await directory.detailedAccount(call.uid, in: call.app.id).details.preferences)
            },
            door.route(.PATCH, "/v1/users/{user}/prefs") { call throws(AccountError) in
                _ = try call.server(.writeUsers)
                let preferences = try AppwriteBody(call, "prefs").preferences(in: call.app)
                _ = try await changeDetails(call) { $0.preferences = preferences }
                return .appwrite(preferences)
            },
        ]
    }

    private func createUser(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        try await createUser(call) { body, order throws(AccountError) in
            if try body.optionalText("email") != nil { order.email = try body.email("email") }
            if try body.optionalText("phone") != nil { order.phone = .set(try body.phone("phone")) }
            order.password = try body.optionalText("password", greatest: 1_024).map { Secret($0) }
        }
    }

    /// Creates an account from a request body, and returns the response with its model. Throws in a pseudonymous app,
    /// and if the requested id exists or belonged to a deleted user.
    ///
    /// - Parameter fill: A function that reads the user's sign-in methods from the body.
    func createUser(
        _ call: AppwriteRequest, _ fill: (AppwriteBody, inout AccountUpdate) throws(AccountError) -> Void
    ) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.writeUsers)
        if call.app.privacy.isPseudonymous { throw .appwrite(.pseudonymous) }
        let body = try AppwriteBody(call)
        var order = AccountUpdate()
        order.isVouchedFor = true
        try fill(body, &order)
        if let name = try body.optionalText("name", greatest: 128) { order.displayName = .set(name) }
        let id = try body.id("userId").map { AccountID($0) }
        do throws(AccountError) {
            let made = try await operators.createAccount(order, id: id, in: call.app, context: call.context)
            return .appwrite(try await users.user(made, in: call.app), status: .created)
        } catch {
            // The id belonged to a deleted user and cannot be reused.
            throw error.code == .userDeleted ? .appwrite(.userExists) : error
        }
    }

    private func change(
        _ call: AppwriteRequest, _ name: String,
        _ fill: (AppwriteBody, inout AccountUpdate) throws(AccountError) -> Void
    ) async throws(AccountError) -> HTTPResponse {
        let scopes = try call.serverOfPeople().key.scopes
        var order = AccountUpdate()
        try fill(try AppwriteBody(call, name), &order)
        order.isVouchedFor = true
        do throws(AccountError) {
            let changed = try await operators.change(
                call.uid, by: order, with: scopes, in: call.app, context: call.context)
            return .appwrite(try await users.user(changed, in: call.app))
        } catch {
            // An email address or phone number is a target, and two users cannot share a target.
            throw error.code == .credentialInUse ? .appwrite(.targetInUse) : error
        }
    }

    private func changeDetails(
        _ call: AppwriteRequest, _ change: @escaping @Sendable (inout AccountMetadata) -> Void
    ) async throws(AccountError) -> HTTPResponse {
        _ = try await account.changeDetails(of: call.uid, in: call.app, change)
        return .appwrite(try await users.user(call.uid, in: call.app))
    }
}
