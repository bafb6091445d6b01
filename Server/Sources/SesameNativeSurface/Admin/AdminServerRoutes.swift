import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The admin route for the server's build information.
struct AdminServerRoutes: Sendable {
    /// `GET`: returns the build information.
    static let server = "/admin/v1/server"

    let build: JSONValue
    let door: AdminAuthenticator

    var routes: [Route] { [door.route(.GET, Self.server, for: nil, show)] }

    private func show(_ call: AdminCall) async throws(AccountError) -> HTTPResponse {
        .json(build.serialized())
    }
}
