import NIOHTTP1
import Testing

@testable import SesameHTTP

@Suite struct `Routing of paths` {
    private let router = Router(surfaces: [
        .testing(
            "native", prefixes: ["/v1"],
            [
                .echo(.GET, "/"), .echo(.GET, "/v1/sessions/{id}"), .echo(.DELETE, "/v1/sessions/{id}"),
                .echo(.POST, "/v1/sessions/refresh"), .echo(.GET, "/v1/sessions/{id}/events"),
            ]),
        .testing(
            "firebase", prefixes: ["/v1/accounts", "/google"],
            [
                .echo(.POST, "/v1/accounts:signUp"), .echo(.POST, "/v1/accounts:{verb}"),
                .echo(.GET, "/v1/{name}:cancel"),
                .echo(.GET, "/v1/projects/{project}/databases/(default)/documents/{path...}"),
            ]),
    ])

    @Test(arguments: [
        ("GET", "/", "200 /"), ("GET", "/v1/sessions/abc", "200 /v1/sessions/{id} id=abc"),
        ("GET", "/v1/sessions/a%20b", "200 /v1/sessions/{id} id=a b"),
        ("GET", "/v1/sessions/%C3%A9", "200 /v1/sessions/{id} id=é"),
        ("POST", "/v1/sessions/refresh", "200 /v1/sessions/refresh"),
        ("GET", "/v1/sessions/refresh/events", "200 /v1/sessions/{id}/events id=refresh"),
        ("POST", "/v1/accounts:signUp", "200 /v1/accounts:signUp"),
        ("POST", "/v1/accounts:lookup?key=1", "200 /v1/accounts:{verb} verb=lookup"),
        ("POST", "/v1/accounts%3Alookup", "200 /v1/accounts:{verb} verb=lookup"),
        ("GET", "/v1/job:cancel", "200 /v1/{name}:cancel name=job"),
        (
            "GET", "/v1/projects/p/databases/%28default%29/documents/a/b",
            "200 /v1/projects/{project}/databases/(default)/documents/{path...} project=p path=a/b"
        ),
        ("HEAD", "/v1/sessions/abc", "200 /v1/sessions/{id} id=abc"),
        ("GET", "/v1/sessions", "404 native"), ("GET", "/v1/sessions/", "404 -"), ("GET", "//", "404 -"),
        ("GET", "/V1/sessions/a", "404 native"), ("GET", "/v1//a", "404 -"), ("POST", "/v1/accounts:", "404 native"),
        ("GET", "/v1/accounts/x", "404 firebase"), ("GET", "/google/x", "404 firebase"),
        ("GET", "/nowhere", "404 native"), ("TRACE", "/", "405 native"), ("PUT", "/v1/sessions/a", "405 native"),
        ("FOO", "/v1/sessions/a", "405 native"), ("GET", "/v1/accounts:signUp", "405 firebase"),
        // FRACTION SLASH (U+2044) looks like a slash but is another character, so that this is another path.
        ("GET", "/v1/sessions%E2%81%84a", "404 native"),
        ("GET", "/v1/sessions/a%2Fb", "400 -"), ("GET", "/v1/sessions/a%5cb", "400 -"),
        ("GET", "/v1/sessions/a\\b", "400 -"), ("GET", "/v1/sessions/%00", "400 -"),
        ("GET", "/v1/sessions/%0a", "400 -"), ("GET", "/v1/sessions/..", "400 -"),
        ("GET", "/v1/sessions/%2e%2E/x", "400 -"), ("GET", "/v1/./sessions/a", "400 -"),
        ("GET", "/v1/sessions/%", "400 -"), ("GET", "/v1/sessions/%4", "400 -"), ("GET", "/v1/sessions/%zz", "400 -"),
        ("GET", "/v1/sessions/%ff", "400 -"), ("GET", "/v1/sessions/%c0%af", "400 -"), ("OPTIONS", "*", "400 -"),
    ])
    func `a path leads to one route or is rejected`(method: String, target: String, expected: String) async {
        #expect(await answer(method, target) == expected)
    }

    @Test func `the response to a method that is not allowed lists the allowed methods`() async throws {
        let request = try HTTPRequest(method: .PUT, target: "/v1/sessions/a")
        #expect(await router.answer(request).headers["Allow"] == ["GET, DELETE, HEAD, OPTIONS"])
        let options = await router.answer(try HTTPRequest(method: .OPTIONS, target: "/v1/sessions/a"))
        #expect(options.status == .noContent)
        #expect(options.headers["Allow"] == ["GET, DELETE, HEAD, OPTIONS"])
    }

    @Test func `a canonically equivalent character does not match a path literal`() async throws {
        let router = Router(surfaces: [.testing("a", [.echo(.GET, "/K")])])
        #expect(await router.answer(try HTTPRequest(method: .GET, target: "/%E2%84%AA")).status == .notFound)
        #expect(await router.answer(try HTTPRequest(method: .GET, target: "/K")).status == .ok)
    }

    @Test func `responses are not cached unless the route says so`() async throws {
        let router = Router(surfaces: [
            .testing(
                "a",
                [
                    .echo(.GET, "/a"), .echo(.GET, "/b", RoutePolicy(cacheControl: "public, max-age=5")),
                    .echo(.GET, "/c", RoutePolicy(cacheControl: nil)),
                ])
        ])
        #expect(
            await router.answer(try HTTPRequest(method: .GET, target: "/a")).headers["Cache-Control"] == ["no-store"])
        let cached = await router.answer(try HTTPRequest(method: .GET, target: "/b"))
        #expect(cached.headers["Cache-Control"] == ["public, max-age=5"])
        #expect(await router.answer(try HTTPRequest(method: .GET, target: "/c")).headers["Cache-Control"].isEmpty)
        #expect(
            await router.answer(try HTTPRequest(method: .GET, target: "/d")).headers["Cache-Control"] == ["no-store"])
    }

    private func answer(_ method: String, _ target: String) async -> String {
        do {
            let request = try HTTPRequest(
                method: HTTPMethod(rawValue: method), target: target,
                headers: ["Content-Type": "application/json"], body: method == "POST" ? Array("{}".utf8) : [])
            let response = await router.answer(request)
            return "\(response.status.code) \(String(decoding: response.body, as: UTF8.self))"
        } catch {
            return "\(error.status.code) -"
        }
    }
}

extension Route {
    /// Returns a route whose response is its pattern and the values of its path parameters.
    static func echo(_ method: HTTPMethod, _ pattern: String, _ policy: RoutePolicy = RoutePolicy()) -> Route {
        Route(method, pattern, takes: .none, policy: policy) { _, parameters in
            let values = zip(parameters.names, parameters.values).map { " \($0)=\($1)" }
            return .text(pattern + values.joined())
        }
    }
}

extension Surface {
    /// Returns a surface whose error responses have its name as their body.
    static func testing(
        _ name: String, prefixes: [String] = [], _ routes: [Route], cors: CORSPolicy = .none
    ) -> Surface {
        Surface(name: name, prefixes: prefixes, routes: routes, cors: cors) { problem, _ in
            .text(name, status: problem.status)
        }
    }
}
