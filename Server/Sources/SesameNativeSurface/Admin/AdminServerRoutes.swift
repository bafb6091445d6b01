import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The server itself.
struct AdminServerRoutes: Sendable {
    /// Says what the server was built from.
    static let server = "/admin/v1/server"

    /// The build information of the server.
    let build: JSONValue
    let door: AdminDoor

    var routes: [Route] { [door.route(.GET, Self.server, for: nil, show)] }

    private func show(_ call: AdminCall) async throws(Refusal) -> HTTPResponse {
        .json(build.serialized())
    }
}
