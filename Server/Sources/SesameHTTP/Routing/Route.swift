package import NIOHTTP1

/// One method on one path, and what it asks of requests.
package struct Route: Sendable {
    /// The credentials in a route's requests.
    package enum Input: Sendable {
        /// A credential: a token, password, code, ticket, key or cookie. One that is refused is a guess, and counts against
        /// who sends it.
        case credential
        /// No credential. Nothing that the route refuses is a guess.
        case none
    }

    /// A route's handler. It cannot throw: what goes wrong is a response too.
    package typealias Handler = @Sendable (HTTPRequest, PathParameters) async -> HTTPResponse

    package let method: HTTPMethod
    /// The path: literal segments, `{name}` for a segment, `accounts:{verb}` and `{id}:cancel` for a part of one, and
    /// at the end `{name...}` for one or more segments.
    package let pattern: String
    /// The credentials that requests carry.
    package let input: Input
    /// Limits and demands.
    package let policy: RoutePolicy
    /// The handler.
    package let handler: Handler

    /// A route. Whether it takes a credential has no default, so that none is forgotten where guesses are counted.
    package init(
        _ method: HTTPMethod, _ pattern: String, takes input: Input, policy: RoutePolicy = RoutePolicy(),
        handler: @escaping Handler
    ) {
        self.input = input
        self.method = method
        self.pattern = pattern
        self.policy = policy
        self.handler = handler
    }
}

/// The parts of a path that a pattern names.
package struct PathParameters: Sendable {
    let names: [String]
    let values: [String]

    /// Parameters, as tests make them.
    package init(_ pairs: KeyValuePairs<String, String> = [:]) {
        self.init(names: pairs.map(\.key), values: pairs.map(\.value))
    }

    init(names: [String], values: [String]) {
        self.names = names
        self.values = values
    }

    /// The decoded value of a name in the pattern. The segments of `{name...}` are joined by slashes.
    package subscript(name: String) -> String? {
        names.firstIndex { ASCII.equal($0, name) }.map { values[$0] }
    }
}
