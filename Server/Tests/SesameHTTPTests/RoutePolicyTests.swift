import NIOHTTP1
import Testing

@testable import SesameHTTP

@Suite struct `Route policy` {
    @Test(arguments: [
        ("application/json", 200), ("Application/JSON", 200), ("application/json; charset=utf-8", 200),
        ("application/json;charset=UTF-8", 200), ("application/json ; charset=\"utf-8\"", 200),
        ("application/json; charset=latin1", 415), ("application/json; charset=utf-8; q=1", 415),
        ("application/json;", 415), ("application/json, text/plain", 415), ("application/jsonx", 415),
        ("text/plain", 415), ("", 415), ("application/x-www-form-urlencoded", 415),
    ])
    func `only the exact content type is accepted, with UTF-8 as its only charset`(type: String, status: UInt)
        async throws
    {
        #expect(try await answer(.POST, RoutePolicy(), ["Content-Type": type]) == status)
    }

    @Test func `a body without a content type is rejected`() async throws {
        #expect(try await answer(.POST, RoutePolicy(), [:]) == 415)
        #expect(try await answer(.DELETE, RoutePolicy(), [:]) == 415)
        #expect(try await answer(.GET, RoutePolicy(), [:], body: "") == 200)
    }

    @Test(arguments: [HTTPMethod.GET, .HEAD])
    func `GET and HEAD reject a body of any type and length`(method: HTTPMethod) async throws {
        for headers: HTTPHeaders in [[:], ["Content-Type": "application/json"]] {
            #expect(try await answer(method, RoutePolicy(), headers) == 400)
            #expect(try await answer(method, RoutePolicy(maxBodyBytes: 1), headers) == 400)
        }
        #expect(try await answer(method, RoutePolicy(), ["Content-Type": "text/plain"], body: "") == 200)
    }

    @Test(arguments: [HTTPMethod.GET, .HEAD])
    func `GET and HEAD accept an empty JSON object where allowed, and no other body`(
        method: HTTPMethod
    ) async throws {
        let json: HTTPHeaders = ["Content-Type": "application/json"]
        let lenient = RoutePolicy(allowsEmptyObject: true)
        #expect(try await answer(method, lenient, json, body: "{}") == 200)
        #expect(try await answer(method, lenient, ["Content-Type": "text/plain"], body: "{}") == 415)
        for body in ["{ }", "[]", "{\"a\": 1}", "{"] {
            #expect(try await answer(method, lenient, json, body: body) == 400)
        }
    }

    @Test func `a missing body needs no content type only where the body is optional`() async throws {
        #expect(try await answer(.POST, RoutePolicy(), [:], body: "") == 415)
        #expect(try await answer(.POST, RoutePolicy(isBodyOptional: true), [:], body: "") == 200)
        #expect(try await answer(.POST, RoutePolicy(isBodyOptional: true), [:]) == 415)
    }

    @Test func `encoded bodies are rejected`() async throws {
        let headers: HTTPHeaders = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
        #expect(try await answer(.POST, RoutePolicy(), headers) == 415)
    }

    @Test func `the body limit also applies to requests in memory`() async throws {
        let headers: HTTPHeaders = ["Content-Type": "application/json"]
        #expect(try await answer(.POST, RoutePolicy(maxBodyBytes: 2), headers, body: "{}") == 200)
        #expect(try await answer(.POST, RoutePolicy(maxBodyBytes: 1), headers, body: "{}") == 413)
    }

    @Test(arguments: ["?a=1&a=2", "?a&a", "?a=1&%61=1"])
    func `a repeated query parameter is rejected unless allowed`(query: String) async throws {
        #expect(try await answer(.GET, RoutePolicy(), [:], body: "", query: query) == 400)
        let lenient = RoutePolicy(allowsRepeatedQueryParameters: true)
        #expect(try await answer(.GET, lenient, [:], body: "", query: query) == 200)
    }

    private func answer(
        _ method: HTTPMethod, _ policy: RoutePolicy, _ headers: HTTPHeaders, body: String = "{}", query: String = ""
    ) async throws -> UInt {
        let router = Router(surfaces: [.testing("a", [.echo(method, "/", policy)])])
        let request = try HTTPRequest(method: method, target: "/" + query, headers: headers, body: Array(body.utf8))
        return await router.answer(request).status.code
    }
}

@Suite struct `Query parameters` {
    @Test func `names and values are decoded in order`() throws {
        let query = try QueryParameters(formEncoded: "a=1+2&b=%C3%A9&c&&d=%26=".utf8)
        #expect(query.all.map { "\($0.name)|\($0.value)" } == ["a|1 2", "b|é", "c|", "d|&="])
        #expect(query["b"] == "é")
        #expect(query["x"] == nil)
        #expect(!query.hasRepeatedName)
    }

    @Test(arguments: ["a=%", "a=%0", "a=%00", "a=%0d%0a", "a=%ff", "%zz=1"])
    func `an undecodable query is rejected`(text: String) {
        #expect(throws: HTTPError.self) { try QueryParameters(formEncoded: text.utf8) }
    }

    @Test func `a form value may contain line breaks but no NUL`() throws {
        #expect(try QueryParameters(formBody: Array("a=1%0D%0A2".utf8))["a"] == "1\r\n2")
        #expect(throws: HTTPError.self) { try QueryParameters(formBody: Array("a=%00".utf8)) }
    }

    @Test func `a query with 101 parameters is rejected`() {
        let text = (0...100).map { "a\($0)=" }.joined(separator: "&")
        #expect(throws: HTTPError.self) { try QueryParameters(formEncoded: text.utf8) }
    }
}
