/// A family of routes that share the shape of errors, fields of answers and CORS.
package struct Surface: Sendable {
    /// Gives a refusal its shape.
    package typealias ProblemRenderer = @Sendable (_ problem: HTTPProblem, _ refused: RefusedRequest) -> HTTPResponse

    /// The authority on what routes take and answer.
    package enum Contract: Sendable {
        /// Ours: the OpenAPI document.
        case own
        /// A vendor's, whose clients come here; our documentation lists what we have of it.
        case vendor
    }

    /// For logs.
    package let name: String
    /// The contract that it keeps.
    package let contract: Contract
    /// Paths, such as `/v1/accounts`, below or at which a request that no route matches is answered by this surface;
    /// the longest of all surfaces wins, and the first surface takes the rest.
    package let prefixes: [String]
    /// The routes that it serves.
    package let routes: [Route]
    /// Which other origins may read its answers.
    package let cors: CORSPolicy
    /// Fields of all its answers that do not set them.
    package let headers: [(name: String, value: String)]
    /// The shape of its errors.
    package let renderProblem: ProblemRenderer

    /// A surface.
    package init(
        name: String, contract: Contract = .own, prefixes: [String] = [], routes: [Route], cors: CORSPolicy = .none,
        headers: [(name: String, value: String)] = [], renderProblem: @escaping ProblemRenderer
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

/// A request that is rejected before a route answers.
package struct RefusedRequest: Sendable {
    /// The id under which the refusal is logged and sent.
    package let id: RequestID
    /// The request; nil when it could not be read.
    package let request: HTTPRequest?

    init(id: RequestID, request: HTTPRequest?) {
        self.id = id
        self.request = request
    }

    init(_ request: HTTPRequest) {
        self.init(id: request.id, request: request)
    }
}
