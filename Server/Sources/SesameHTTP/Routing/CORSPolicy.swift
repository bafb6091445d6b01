import NIOHTTP1

/// Which web pages of other origins may call a surface. Off by default; origins are listed, and mirrored by no surface
/// that knows cookies.
package struct CORSPolicy: Sendable {
    private let origins: Set<ByteKey>
    /// True if pages of every origin may call, with whatever fields they ask for.
    private let isOpen: Bool
    /// Fields that pages may send beyond the safelisted ones.
    package let requestHeaders: [String]
    /// Fields of answers that pages may read.
    package let exposedHeaders: [String]
    /// True if cookies count. Listed origins only, so this never becomes "any page with the user's cookies".
    package let allowsCredentials: Bool
    /// The seconds that a browser may remember a preflight.
    package let maximumAge: Int

    /// No other origin.
    package static let none = CORSPolicy(origins: [])

    /// Every origin, and every field, cookies excepted: for the contracts of vendors whose clients run in pages that nobody
    /// has listed. What such a page can do, any program can.
    package static let open = CORSPolicy()

    private init() {
        origins = []
        isOpen = true
        requestHeaders = []
        exposedHeaders = ["*"]
        allowsCredentials = false
        maximumAge = 3_600
    }

    /// These origins, each as a browser writes it: scheme, host, and port if it is not the scheme's own.
    package init(
        origins: [String], requestHeaders: [String] = ["Authorization", "Content-Type"],
        exposedHeaders: [String] = ["X-Request-ID"], allowsCredentials: Bool = false, maximumAge: Int = 600
    ) {
        self.origins = Set(origins.map { ByteKey($0) })
        isOpen = false
        self.requestHeaders = requestHeaders
        self.exposedHeaders = exposedHeaders
        self.allowsCredentials = allowsCredentials
        self.maximumAge = maximumAge
    }

    /// True if any origin is listed.
    package var isEnabled: Bool { isOpen || !origins.isEmpty }

    func allows(_ origin: String) -> Bool { isOpen || origins.contains(ByteKey(origin)) }

    /// Adds what a page of a listed origin needs to read the answer.
    func decorate(_ response: inout HTTPResponse, for request: HTTPRequest) {
        guard isEnabled else { return }
        // Also without an origin: a cache must not give this answer to a page.
        response.headers.add(name: "Vary", value: "Origin")
        guard let origin = request.header("Origin"), allows(origin) else { return }
        response.headers.replaceOrAdd(name: "Access-Control-Allow-Origin", value: origin)
        if allowsCredentials { response.headers.replaceOrAdd(name: "Access-Control-Allow-Credentials", value: "true") }
        if !exposedHeaders.isEmpty {
            response.headers.replaceOrAdd(
                name: "Access-Control-Expose-Headers", value: exposedHeaders.joined(separator: ", "))
        }
    }

    /// The answer to a preflight for a path with these methods.
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
        response.headers.add(name: "Access-Control-Max-Age", value: String(maximumAge))
        if allowsCredentials { response.headers.add(name: "Access-Control-Allow-Credentials", value: "true") }
        return response
    }
}
