import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameOperations

extension AdminAPI {
    /// Says what the server was built from.
    static let server = "/admin/v1/server"

    var serverRoutes: [Route] {
        [
            Route(.GET, Self.server, takes: .credential) { request, _ in
                await answer(request, nil) { _ in .json(BuildInfo.current.json.serialized()) }
            }
        ]
    }
}
