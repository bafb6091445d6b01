import NIOHTTP1

/// The rules for web pages of other origins that call a surface. Off by default. Only listed origins may use cookies.
package struct CORSPolicy: Sendable {
    private let origins: Set<ByteKey>
    /// True if pages of every origin may send requests, with any header fields but without cookies.
    private let isOpen: Bool
    /// The header fields that pages may send in addition to the safelisted ones.
    package let requestHeaders: [String]
    /// The response header fields that pages may read.
    package let exposedHeaders: [String]
    /// True if requests may carry cookies. Cookies are allowed for listed origins only, so that no other page can use
    /// the user's cookies.
    package let allowsCredentials: Bool
    /// The number of seconds for which a browser may cache a preflight.
    package let maxAge: Int

    /// A policy that allows no other origin.
    package static let none = CORSPolicy(origins: [])

    /// A policy that allows every origin and every header field, but no cookies. It is for vendor APIs whose clients
    /// run in pages of unknown origin. Such a page can do no more than any other program.
    package static let open = CORSPolicy()

    private init() {
        origins = []
        isOpen = true
        requestHeaders = []
        exposedHeaders = ["*"]
        allowsCredentials = false
        maxAge = 3_600
    }

    /// Creates a policy for these origins, each in the browser's form: scheme, host, and the port if it is not the
    /// default.
    package init(
        origins: [String], requestHeaders: [String] = ["Authorization", "Content-Type"],
        exposedHeaders: [String] = ["X-Request-ID"], allowsCredentials: Bool = false, maxAge: Int = 600
    ) {
        self.origins = Set(origins.map { ByteKey($0) })
        isOpen = false
        self.requestHeaders = requestHeaders
        self.exposedHeaders = exposedHeaders
        self.allowsCredentials = allowsCredentials
        self.maxAge = maxAge
    }

    /// True if the policy allows at least one other origin.
    package var isEnabled: Bool { isOpen || !origins.isEmpty }

    func allows(_ origin: String) -> Bool { isOpen || origins.contains(ByteKey(origin)) }

    /// Adds the header fields that let a page of an allowed origin read the response. Adds only `Vary` for any other
    /// request, and nothing if the policy allows no origin.
    func decorate(_ response: inout HTTPResponse, for request: HTTPRequest) {
        guard isEnabled else { return }
        // Needed even without an origin: a cache must not serve this response to a page.
        response.headers.add(name: "Vary", value: "Origin")
        guard let origin = request.header("Origin"), allows(origin) else { return }
        response.headers.replaceOrAdd(name: "Access-Control-Allow-Origin", value: origin)
        if allowsCredentials { response.headers.replaceOrAdd(name: "Access-Control-Allow-Credentials", value: "true") }
        if !exposedHeaders.isEmpty {
            response.headers.replaceOrAdd(
                name: "Access-Control-Expose-Headers", value: exposedHeaders.joined(separator: ", "))
        }
    }

    /// Returns the response to a preflight for a path with these methods. It allows nothing if the origin is not
    /// allowed.
    func preflight(_ request: HTTPRequest, methods: [String]) -> HTTPResponse {
        var response = HTTPResponse.noContent
        response.headers.add(
            name: "Vary", value: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
        guard let origin = request.header("Origin"), allows(origin) else { return response }
        response.headers.add(name: "Access-Control-Allow-Origin", value: origin)
        response.headers.add(name: "Access-Control-Allow-Methods", value: methods.joined(separator: ", "))
        let asked = isOpen ? request.header("Access-Control-Request-Headers") : nil
        response.headers.add(
            name: "Access-Control-Allow-Headers", value: asked ?? requestHeaders.joined(separator: ", "))
        if isOpen, request.header("Access-Control-Request-Private-Network") != nil {
            response.headers.add(name: "Access-Control-Allow-Private-Network", value: "true")
        }
        response.headers.add(name: "Access-Control-Max-Age", value: String(maxAge))
        if allowsCredentials { response.headers.add(name: "Access-Control-Allow-Credentials", value: "true") }
        return response
    }
}
