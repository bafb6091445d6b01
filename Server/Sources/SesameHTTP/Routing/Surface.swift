/// A set of routes that share an error format, response header fields and CORS rules.
package struct Surface: Sendable {
    /// A function that formats a refusal as a response.
    package typealias HTTPErrorRenderer = @Sendable (_ problem: HTTPError, _ refused: FailedRequest) -> HTTPResponse

    /// The kind of document that defines the routes' requests and responses.
    package enum Contract: Sendable {
        /// Sesame's own OpenAPI document.
        case own
        /// A vendor's API for existing clients; Sesame's documentation lists the supported parts.
        case vendor
    }

    /// The surface's short name, such as `native` or `admin`.
    package let name: String
    /// The kind of document that defines the routes.
    package let contract: Contract
    /// The path prefixes, such as `/v1/accounts`. If no route matches a request, the surface with the longest matching
    /// prefix responds; the first surface handles the rest.
    package let prefixes: [String]
    package let routes: [Route]
    /// The CORS rules for pages of other origins; by default none may call the surface.
    package let cors: CORSPolicy
    /// The header fields added to each response that does not set them itself, except to the router's own responses to
    /// `OPTIONS`.
    package let headers: [(name: String, value: String)]
    /// The function that formats the errors of the HTTP layer.
    package let renderProblem: HTTPErrorRenderer

    package init(
        name: String, contract: Contract = .own, prefixes: [String] = [], routes: [Route], cors: CORSPolicy = .none,
        headers: [(name: String, value: String)] = [], renderProblem: @escaping HTTPErrorRenderer
    ) {
        self.name = name
        self.contract = contract
        self.prefixes = prefixes
        self.routes = routes
        self.cors = cors
        self.headers = headers
        self.renderProblem = renderProblem
    }
}

/// A request whose error response comes from the HTTP layer and not from a route's handler.
package struct FailedRequest: Sendable {
    /// The request's id, for the log and the response.
    package let id: RequestID
    /// The request; nil if it could not be read.
    package let request: HTTPRequest?

    init(id: RequestID, request: HTTPRequest?) {
        self.id = id
        self.request = request
    }

    init(_ request: HTTPRequest) {
        self.init(id: request.id, request: request)
    }
}
