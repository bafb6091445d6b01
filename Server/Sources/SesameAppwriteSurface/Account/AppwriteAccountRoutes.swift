import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes of the caller's account.
struct AppwriteAccountRoutes: Sendable {
    let deletion: DeletionService
    let account: AccountService
    let sessions: SessionService
    let users: AppwriteUsers
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, "/v1/account") { call throws(AccountError) in
                let caller = try await door.caller(call)
                return .appwrite(try await users.user(caller.session.account, in: call.app))
            },
            door.route(.DELETE, "/v1/account", deleteAccount),
            door.route(.PATCH, "/v1/account/status", disableOwnAccount),
            door.route(.POST, "/v1/account/jwts", makeToken),
            door.route(.POST, "/v1/account/jwt", makeToken),
        ]
    }

    /// Deletes the caller's account. Appwrite's protocol has no such route, but app stores require one.
    private func deleteAccount(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let receipt = try await deletion.deleteAccount(of: caller, context: call.context)
        var response = HTTPResponse.appwriteEmpty
        let left = receipt.manualRevocation.map(\.rawValue).joined(separator: ", ")
        if !left.isEmpty { response.headers.add(name: AppwriteHeader.manualRevocation, value: left) }
        call.cookies.remove(in: &response)
        return response
    }

    /// Disables the caller's account, which ends all its sessions, including the current one.
    private func disableOwnAccount(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        let view = try await account.disableOwnAccount(of: caller, context: call.context)
        var response = HTTPResponse.appwrite(try await users.user(view.account.id, in: call.app))
        call.cookies.remove(in: &response)
        return response
    }

    /// Creates an access token of the caller's session, valid for `duration` seconds: 900 by default, 3,600 at most. It
    /// has the native API's format, so any back end can verify it with this server's public keys.
    private func makeToken(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(call)
        guard call.credential?.isJWT == false else { throw .appwrite(.jwtDenied) }
        let body = try AppwriteBody(call, "duration")
        let lifetime = try body.integer("duration", in: 0...3_600, usual: 900)
        let left = try sessions.admitToken(of: caller)
        let token = try sessions.accessToken(for: caller.session, lifetime: TimeInterval(lifetime))
        var response = HTTPResponse.appwrite(["jwt": .string(token.exposed)], status: .created)
        door.note(left, in: &response)
        return response
    }
}
