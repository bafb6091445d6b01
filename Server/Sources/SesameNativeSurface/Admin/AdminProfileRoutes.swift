import NIOHTTP1
import SesameAccounts
import SesameHTTP
import SesameSurface
import SesameWire

/// The admin routes for user profiles, for an app's back end.
struct AdminProfileRoutes: Sendable {
    /// `GET`: returns a user's profile; `PATCH`: changes it.
    static let profile = "/admin/v1/apps/{app}/users/{uid}/profile"

    let directory: AccountDirectory
    let operators: OperatorService
    let door: AdminAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, Self.profile, for: .usersRead, show),
            door.route(.PATCH, Self.profile, for: .profilesWrite, change),
        ]
    }

    private func show(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        .profile(try await directory.account(call.path.uid, in: app.id), in: app)
    }

    private func change(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        let condition = try ProfileETag.condition(of: call.request)
        let body = try call.request.body(ProfileRequest.self)
        let view = try await operators.changeProfile(
            of: call.path.uid, by: body.change, if: condition, in: app, context: call.context)
        return .profile(view, in: app)
    }
}
