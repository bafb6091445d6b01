import NIOHTTP1

/// The router, which finds a request's route, applies the route's policy, and formats errors in the format of the
/// surface.
package struct Router: Sendable {
    let surfaces: [Surface]
    private let tree: RouteTree
    private let gate: (any RequestInterceptor)?

    /// Creates a router for one or more surfaces. Each method on a path may occur only once in all of them.
    ///
    /// - Parameter gate: The check that may reject requests before their routes handle them.
    package init(surfaces: [Surface], gate: (any RequestInterceptor)? = nil) {
        precondition(!surfaces.isEmpty, "a router must have at least one surface")
        self.surfaces = surfaces
        self.gate = gate
        var tree = RouteTree()
        for (index, surface) in surfaces.enumerated() {
            for route in surface.routes { tree.add(route, surface: index) }
        }
        self.tree = tree
    }

    /// Returns the routes of Sesame's own surfaces or of those for vendors' clients, in the order of the surfaces; all
    /// routes for nil.
    package func routes(of contract: Surface.Contract? = nil) -> [Route] {
        surfaces.filter { contract == nil || $0.contract == contract }.flatMap(\.routes)
    }

    /// Handles a request in memory, in the same way as the server.
    package func answer(_ request: HTTPRequest) async -> HTTPResponse {
        await respond(to: request, plan: plan(method: request.method, path: request.path))
    }

    /// Returns the plan for a request, based on its method and path alone.
    func plan(method: HTTPMethod, path: [String]) -> RoutePlan {
        guard let match = tree.match(path), let first = match.entries.first else {
            let problem: HTTPError = method == .TRACE ? .methodNotAllowed(["OPTIONS"]) : .notFound
            return RoutePlan(surface: surface(for: path), outcome: .refuse(problem))
        }
        let entry =
            match.entries.first { $0.route.method == method }
            ?? (method == .HEAD ? match.entries.first { $0.route.method == .GET } : nil)
        if let entry {
            let parameters = PathParameters(names: entry.names, values: match.values)
            return RoutePlan(surface: entry.surface, outcome: .handle(entry.route, parameters))
        }
        let methods = Self.methods(of: match.entries)
        return RoutePlan(
            surface: first.surface,
            outcome: method == .OPTIONS ? .options(methods) : .refuse(.methodNotAllowed(methods)))
    }

    /// Returns the response to a request: the handler's response if the request passes all checks, otherwise an error;
    /// for `OPTIONS`, the allowed methods or the response to a preflight.
    func respond(to request: HTTPRequest, plan: RoutePlan) async -> HTTPResponse {
        let surface = surfaces[plan.surface]
        switch plan.outcome {
        case .handle(let route, let parameters):
            if let problem = gate?.problem(of: request, policy: route.policy) ?? route.policy.problem(of: request) {
                return refuse(problem, FailedRequest(request), by: plan.surface)
            }
            var response = await route.handler(request, parameters)
            finish(&response, request, surface: surface, cacheControl: route.policy.cacheControl)
            return response
        case .refuse(let problem): return refuse(problem, FailedRequest(request), by: plan.surface)
        case .options(let methods):
            if surface.cors.isEnabled, request.header("Access-Control-Request-Method") != nil {
                return surface.cors.preflight(request, methods: methods)
            }
            return HTTPResponse(
                status: .noContent, headers: HTTPHeaders([("Allow", methods.joined(separator: ", "))]))
        }
    }

    /// Returns the response to a refused request, in the format of the surface at the index.
    func refuse(_ problem: HTTPError, _ refused: FailedRequest, by index: Int) -> HTTPResponse {
        let surface = surfaces[index]
        var response = surface.renderProblem(problem, refused)
        if problem.code == .methodNotAllowed {
            response.headers.replaceOrAdd(name: "Allow", value: problem.allow.joined(separator: ", "))
        }
        if let seconds = problem.retryAfter, !response.headers.contains(name: "Retry-After") {
            response.headers.add(name: "Retry-After", value: String(seconds))
        }
        finish(&response, refused.request, surface: surface, cacheControl: "no-store")
        return response
    }

    private func finish(
        _ response: inout HTTPResponse, _ request: HTTPRequest?, surface: Surface, cacheControl: String?
    ) {
        if let cacheControl, !response.headers.contains(name: "Cache-Control") {
            response.headers.add(name: "Cache-Control", value: cacheControl)
        }
        for field in surface.headers where !response.headers.contains(name: field.name) {
            response.headers.add(name: field.name, value: field.value)
        }
        if let request { surface.cors.decorate(&response, for: request) }
    }

    /// Returns the index of the surface that responds if no route matches: the one with the longest matching prefix,
    /// else the first.
    private func surface(for path: [String]) -> Int {
        var best = (index: 0, length: 0)
        for (index, surface) in surfaces.enumerated() {
            for prefix in surface.prefixes {
                let segments = prefix.split(separator: "/")
                guard segments.count > best.length, segments.count <= path.count,
                    zip(segments, path).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
                else { continue }
                best = (index, segments.count)
            }
        }
        return best.index
    }

    private static func methods(of entries: [RouteTree.Entry]) -> [String] {
        var methods = entries.map(\.route.method.rawValue)
        if methods.contains("GET"), !methods.contains("HEAD") { methods.append("HEAD") }
        return methods.contains("OPTIONS") ? methods : methods + ["OPTIONS"]
    }
}

/// The result of routing a request: its surface, and the route to run, the error to send, or the allowed methods.
struct RoutePlan: Sendable {
    enum Outcome: Sendable {
        case handle(Route, PathParameters)
        case refuse(HTTPError)
        /// The response to `OPTIONS` on a path with these methods.
        case options([String])
    }

    let surface: Int
    let outcome: Outcome

    /// The route's pattern, for logs. The path itself is never logged, because its ids are personal data.
    var pattern: String {
        if case .handle(let route, _) = outcome { route.pattern } else { "-" }
    }

    /// True if the request may have a body. Without a matching route the body is skipped.
    var takesBody: Bool {
        if case .handle(let route, _) = outcome { route.method.takesBody } else { true }
    }

    var maxBodyBytes: Int? {
        guard case .handle(let route, _) = outcome else { return nil }
        if takesBody { return route.policy.maxBodyBytes }
        return route.policy.allowsEmptyObject ? RoutePolicy.emptyObject.count : 0
    }
}
