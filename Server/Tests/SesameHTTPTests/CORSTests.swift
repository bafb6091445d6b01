import NIOHTTP1
import Testing

@testable import SesameHTTP

@Suite struct `CORS` {
    private let listed = CORSPolicy(origins: ["https://app.example"], allowsCredentials: true)

    @Test func `without a policy no CORS headers are sent`() async throws {
        let response = try await answer(.GET, origin: "https://app.example", cors: .none)
        #expect(response.headers["Access-Control-Allow-Origin"].isEmpty)
        #expect(response.headers["Vary"].isEmpty)
    }

    @Test func `a listed origin may read responses and errors`() async throws {
        for target in ["/a", "/missing"] {
            let response = try await answer(.GET, target, origin: "https://app.example", cors: listed)
            #expect(response.headers["Access-Control-Allow-Origin"] == ["https://app.example"])
            #expect(response.headers["Access-Control-Allow-Credentials"] == ["true"])
            #expect(response.headers["Vary"] == ["Origin"])
        }
    }

    @Test(arguments: [
        "https://app.example.evil", "http://app.example", "https://app.example:444", "https://APP.example", "null",
        "https://evil.example", "https://app.example/", "*",
    ])
    func `an unlisted origin is not allowed`(origin: String) async throws {
        let response = try await answer(.GET, origin: origin, cors: listed)
        #expect(response.headers["Access-Control-Allow-Origin"].isEmpty)
        #expect(response.headers["Access-Control-Allow-Credentials"].isEmpty)
        #expect(response.headers["Vary"] == ["Origin"])
        let preflight = try await answer(.OPTIONS, origin: origin, cors: listed, preflight: true)
        #expect(preflight.headers["Access-Control-Allow-Origin"].isEmpty)
    }

    @Test func `a preflight response names the allowed methods and header fields`() async throws {
        let response = try await answer(.OPTIONS, origin: "https://app.example", cors: listed, preflight: true)
        #expect(response.status == .noContent)
        #expect(response.headers["Access-Control-Allow-Methods"] == ["GET, HEAD, OPTIONS"])
        #expect(response.headers["Access-Control-Allow-Headers"] == ["Authorization, Content-Type"])
    }

    @Test func `a request with two Origin headers is not allowed`() async throws {
        var request = try HTTPRequest(method: .GET, target: "/a")
        request.headers = HTTPHeaders([("Origin", "https://app.example"), ("Origin", "https://app.example")])
        let router = Router(surfaces: [.testing("a", [.echo(.GET, "/a")], cors: listed)])
        #expect(await router.answer(request).headers["Access-Control-Allow-Origin"].isEmpty)
    }

    @Test func `an open surface allows every origin and header, but no credentials`() async throws {
        let request = try HTTPRequest(
            method: .OPTIONS, target: "/a",
            headers: HTTPHeaders([
                ("Origin", "https://any.example"), ("Access-Control-Request-Method", "GET"),
                ("Access-Control-Request-Headers", "x-client-version,content-type"),
                ("Access-Control-Request-Private-Network", "true"),
            ]))
        let router = Router(surfaces: [.testing("a", [.echo(.GET, "/a")], cors: .open)])
        let preflight = await router.answer(request)
        #expect(preflight.headers["Access-Control-Allow-Origin"] == ["https://any.example"])
        #expect(preflight.headers["Access-Control-Allow-Headers"] == ["x-client-version,content-type"])
        #expect(preflight.headers["Access-Control-Allow-Private-Network"] == ["true"])
        let answer = try await answer(.GET, origin: "https://any.example", cors: .open)
        #expect(answer.headers["Access-Control-Allow-Origin"] == ["https://any.example"])
        for response in [preflight, answer] { #expect(response.headers["Access-Control-Allow-Credentials"].isEmpty) }
    }

    private func answer(
        _ method: HTTPMethod, _ target: String = "/a", origin: String, cors: CORSPolicy, preflight: Bool = false
    ) async throws -> HTTPResponse {
        let router = Router(surfaces: [.testing("a", [.echo(.GET, "/a")], cors: cors)])
        var headers = HTTPHeaders([("Origin", origin)])
        if preflight { headers.add(name: "Access-Control-Request-Method", value: "GET") }
        return await router.answer(try HTTPRequest(method: method, target: target, headers: headers))
    }
}
