package import NIOHTTP1

/// One method on one path, with its handler and its rules for requests.
package struct Route: Sendable {
    /// The kind of credential in a route's requests.
    package enum Input: Sendable {
        /// A token, password, code, ticket, key or cookie. A wrong credential counts against the sender as a guess.
        case credential
        /// No credential. A refused request does not count as a guess.
        case none
    }

    /// A route's handler. It does not throw: it returns errors as responses.
    package typealias Handler = @Sendable (HTTPRequest, PathParameters) async -> HTTPResponse

    package let method: HTTPMethod
    /// The path pattern: literal segments, `{name}` for a segment, `accounts:{verb}` and `{id}:cancel` for a part of
    /// one, and at the end `{name...}` for one or more segments.
    package let pattern: String
    /// The declared kind of credential in the requests, which a test compares with the route's behavior.
    package let input: Input
    /// The rules for requests and for caching responses.
    package let policy: RoutePolicy
    package let handler: Handler

    /// Creates a route. `takes` has no default, so that every route declares if its requests contain a credential.
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

/// The values of a path pattern's parameters, decoded from a request's path.
package struct PathParameters: Sendable {
    let names: [String]
    let values: [String]

    /// Creates parameters, for tests.
    package init(_ pairs: KeyValuePairs<String, String> = [:]) {
        self.init(names: pairs.map(\.key), values: pairs.map(\.value))
    }

    init(names: [String], values: [String]) {
        self.names = names
        self.values = values
    }

    /// The decoded value of a parameter; nil if the pattern does not have it. The segments of `{name...}` are joined by
    /// slashes.
    package subscript(name: String) -> String? {
        names.firstIndex { ASCII.equal($0, name) }.map { values[$0] }
    }
}
