import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire

/// The API to which a server delivers its emails and texts.
struct MessageAPI: Sendable {
    /// The path of the API, below the providers' base URL.
    static let path = "/messages"
    private static let members = ["id", "channel", "to", "subject", "body", "language"]

    let inbox: DevelopmentInbox

    func surface() -> Surface {
        Surface(
            name: "messages", prefixes: [Self.path],
            routes: [Route(.POST, Self.path, takes: .none) { request, _ in take(request) }]
        ) { problem, _ in HTTPResponse(status: problem.status) }
    }

    private func take(_ request: HTTPRequest) -> HTTPResponse {
        guard let message = (try? JSONValue(parsing: request.body))?.object,
            Self.members.allSatisfy({ message[$0]?.string != nil })
        else { return HTTPResponse(status: .badRequest) }
        inbox.take(message)
        return HTTPResponse(status: .noContent)
    }
}
