import NIOHTTP1
import SesameCore
import SesameHTTP

/// The routes at the vendors' own paths, below `/google` and `/apple`. Every request to them is logged.
struct VendorAPI: Sendable {
    let providers: DevelopmentProviders
    /// A function that waits before a slow response.
    let pause: @Sendable (Duration) async -> Void

    func surface(_ provider: DevelopmentProvider) -> Surface {
        let name = provider.kind.rawValue
        return Surface(
            name: name, prefixes: ["/\(name)"],
            routes: [VendorDocument.Kind.keySet, .discovery].flatMap { routes(provider, $0) }
                + authorizationRoutes(provider) + exchangeRoutes(provider) + transferRoutes(provider)
                + (provider.kind == .google ? RISCAPI(providers: providers).routes() : [])
        ) { problem, refused in
            if let request = refused.request { note(request, status: problem.status) }
            return Self.render(problem)
        }
    }

    private func routes(_ provider: DevelopmentProvider, _ kind: VendorDocument.Kind) -> [Route] {
        // The URL may be set after the routes have been created.
        let document: @Sendable () -> VendorDocument = {
            VendorDocument(provider: provider, kind: kind, baseURL: providers.baseURL)
        }
        return [
            Route(.GET, document().path, takes: .none) { request, _ in
                let effects = providers.faults.strike(provider.kind, kind.endpoint)
                return await answer(request, with: document(), under: effects)
            },
            Route(.GET, document().path + VendorDocument.movedSuffix, takes: .none) { request, _ in
                await answer(request, with: document(), under: [])
            },
        ]
    }

    private func answer(
        _ request: HTTPRequest, with document: VendorDocument, under effects: [FaultEffect]
    ) async -> HTTPResponse {
        for case .slow(let milliseconds) in effects { await pause(.milliseconds(milliseconds)) }
        do throws(ProviderError) {
            let response = try await document.answer(effects)
            note(request, status: response.status)
            return response
        } catch {
            note(request, status: .internalServerError)
            return Self.render(.internal)
        }
    }

    /// Creates a route to which the endpoint's faults apply: a fault delays, replaces or truncates the handler's
    /// response.
    func route(
        _ method: HTTPMethod, _ path: String, of provider: DevelopmentProvider, _ endpoint: Fault.Endpoint,
        policy: RoutePolicy, handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) -> Route {
        Route(method, path, takes: .none, policy: policy) { request, _ in
            let effects = providers.faults.strike(provider.kind, endpoint) { !$0.concernsClaims }
            for case .slow(let milliseconds) in effects { await pause(.milliseconds(milliseconds)) }
            var response: HTTPResponse
            if let disturbed = effects.lazy.reversed().compactMap(VendorDocument.disturbance).first {
                response = disturbed
            } else {
                response = await handler(request)
            }
            if effects.contains(.malformed) { response.body = Array(response.body.prefix(response.body.count / 2)) }
            note(request, status: response.status)
            return response
        }
    }

    private func note(_ request: HTTPRequest, status: HTTPResponseStatus) {
        let path = request.target.utf8.prefix { $0 != UInt8(ascii: "?") }
        providers.requests.add(
            RequestLog.Entry(
                time: providers.clock.now, method: request.method.rawValue,
                path: String(decoding: path, as: UTF8.self), status: Int(status.code)))
    }

    /// Returns an error response without machine-readable content, as the vendors send it.
    private static func render(_ problem: HTTPError) -> HTTPResponse {
        .text("\(problem.status.code) \(problem.status.reasonPhrase)\n", status: problem.status)
    }
}
