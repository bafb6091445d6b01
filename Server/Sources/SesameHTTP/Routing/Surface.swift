/// A family of routes that share the shape of errors, fields of answers and CORS.
public struct Surface: Sendable {
    /// Gives a refusal its shape.
    public typealias ProblemRenderer = @Sendable (_ problem: HTTPProblem, _ refused: RefusedRequest) -> HTTPResponse

    /// Whose word says what its routes take and answer.
    public enum Contract: Sendable {
        /// Ours: the OpenAPI document.
        case own
        /// A vendor's, whose clients come here; our documentation lists what we have of it.
        case vendor
    }

    /// For logs.
    public let name: String
    /// Whose contract it keeps.
    public let contract: Contract
    /// Paths, such as `/v1/accounts`, below or at which a request that no route matches is answered by this surface;
    /// the longest of all surfaces wins, and the first surface takes the rest.
    public let prefixes: [String]
    /// What it serves.
    public let routes: [Route]
    /// Which other origins may read its answers.
    public let cors: CORSPolicy
    /// Fields of all its answers that do not set them.
    public let headers: [(name: String, value: String)]
    /// The shape of its errors.
    public let renderProblem: ProblemRenderer

    /// A surface.
    public init(
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

/// What is known of a request that is refused before a route answers.
public struct RefusedRequest: Sendable {
    /// The id under which the refusal is logged and sent.
    public let id: RequestID
    /// The request; nil when it could not be read.
    public let request: HTTPRequest?

    init(id: RequestID, request: HTTPRequest?) {
        self.id = id
        self.request = request
    }

    init(_ request: HTTPRequest) {
        self.init(id: request.id, request: request)
    }
}
