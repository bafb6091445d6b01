import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameWire

/// A route of the control API, with its description for the index.
struct ControlRoute: Sendable {
    typealias Handler = @Sendable (HTTPRequest) async throws(ProviderError) -> JSONValue

    let method: HTTPMethod
    let path: String
    let purpose: String
    let example: JSONValue?
    let handler: Handler

    init(
        _ method: HTTPMethod, _ path: String, _ purpose: String, example: JSONValue? = nil,
        handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.purpose = purpose
        self.example = example
        self.handler = handler
    }

    /// The route for the HTTP server. Its handler refuses requests that ``ControlAccess`` does not admit.
    var route: Route {
        Route(method, path, takes: .none, policy: RoutePolicy(isBodyOptional: true)) { request, _ in
            guard ControlAccess.admits(request) else {
                return ControlResponse.refusal(
                    .forbidden, code: "forbidden", "the control API is only for programs on this machine")
            }
            do throws(ProviderError) {
                return ControlResponse.json(try await handler(request))
            } catch {
                let status: HTTPResponseStatus = error.code == .keys ? .internalServerError : .badRequest
                return ControlResponse.refusal(status, code: error.code.rawValue, error.message)
            }
        }
    }

    /// The route's entry in the index.
    var json: JSONValue {
        var json: JSONObject = [
            "method": .string(method.rawValue), "path": .string(path), "purpose": .string(purpose),
        ]
        json["example"] = example
        return .object(json)
    }
}

enum ControlResponse {
    /// Returns a JSON response that ends with a line break, for readers at a terminal.
    static func json(_ value: JSONValue, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        .json(value.serialized() + [UInt8(ascii: "\n")], status: status)
    }

    static func refusal(_ status: HTTPResponseStatus, code: String, _ message: String) -> HTTPResponse {
        json(["error": ["code": .string(code), "message": .string(message)]], status: status)
    }
}
