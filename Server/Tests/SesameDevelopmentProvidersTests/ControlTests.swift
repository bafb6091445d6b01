import Foundation
import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameWire
import Testing

@Suite struct `The control API` {
    let rig = Rig()

    /// Returns the routes that the index, `GET /__dev`, lists.
    private func routes() async throws -> [(method: HTTPMethod, path: String)] {
        try #require(try await rig.json(.GET, "/__dev")["routes"]?.array).map { route in
            let method = try #require(route["method"]?.string)
            #expect(route["purpose"]?.string?.isEmpty == false)
            return (HTTPMethod(rawValue: method), try #require(route["path"]?.string))
        }
    }

    @Test func `the index lists every route`() async throws {
        let listed = try await routes().map { "\($0.method.rawValue) \($0.path)" }
        let served = rig.providers.surfaces[0].routes.map { "\($0.method.rawValue) \($0.pattern)" }
        #expect(listed == served.filter { $0 != "GET /__dev" })
        #expect(listed.count == 28)
    }

    @Test func `requests from another machine are rejected and change nothing`() async throws {
        let phone = PeerAddress(ip: "192.168.1.20", isLoopback: false)
        try rig.providers.clock.setOffset(5)
        for route in try await routes() {
            #expect(try await rig.answer(route.method, route.path, peer: phone).status == .forbidden)
        }
        #expect(try await rig.answer(.GET, "/__dev", peer: phone).status == .forbidden)
        #expect(rig.providers.clock.offset == 5)
    }

    @Test(arguments: [
        ("Host", "attacker.example"), ("Host", "localhost.attacker.example:8081"), ("Host", "127.0.0.1x"),
        ("Host", "localhost:"), ("Origin", "https://attacker.example"), ("Origin", "null"),
        ("Origin", "http://localhost.attacker.example"),
    ])
    func `requests with a foreign Host or Origin are rejected`(_ name: String, _ value: String) async throws {
        let response = try await rig.answer(.POST, "/__dev/reset", headers: HTTPHeaders([(name, value)]))
        #expect(response.status == .forbidden)
    }

    @Test(arguments: [
        ("Host", "127.0.0.1:8081"), ("Host", "[::1]:8081"), ("Host", "localhost"),
        ("Origin", "http://localhost:8081"), ("Origin", "http://127.0.0.1:8080"),
    ])
    func `requests with this machine's own names are accepted`(_ name: String, _ value: String) async throws {
        let response = try await rig.answer(.POST, "/__dev/reset", headers: HTTPHeaders([(name, value)]))
        #expect(response.status == .ok)
    }

    @Test func `every route rejects unknown members and query parameters`() async throws {
        for route in try await routes() {
            let member = try await rig.refusal(route.method, route.path, ["unheardOf": 1])
            let reason = route.method == .GET ? "a body is not allowed" : "unknown member 'unheardOf'"
            #expect(member.contains(reason), "\(route)")
            let query = try await rig.refusal(route.method, "\(route.path)?provider=google")
            #expect(query.contains("JSON body"), "\(route)")
        }
    }

    @Test(arguments: ["{\"app\":1,\"app\":2}", "{'app': 1}", "[]", "{} {}", "{\"a\": NaN}"])
    func `a body that is not a strict JSON object is rejected`(_ text: String) async throws {
        let request = try HTTPRequest(
            method: .POST, target: "/__dev/google/token",
            headers: ["Host": "localhost", "Content-Type": "application/json"], body: Array(text.utf8))
        #expect(await rig.router.answer(request).status == .badRequest)
    }

    @Test(arguments: ["/__dev/nothing", "/__dev/google", "/"])
    func `an unknown path returns 404 and names the index`(_ path: String) async throws {
        let response = try await rig.answer(.GET, path)
        #expect(response.status == .notFound)
        #expect(String(decoding: response.body, as: UTF8.self).contains("see GET /__dev"))
    }

    @Test func `apps are listed with all their ids`() async throws {
        let apps = try await rig.json(.GET, "/__dev/apps")["apps"]?.array
        #expect(
            apps?.first == [
                "name": "castmate",
                "google": [
                    "webClientID": "1-web.apps.googleusercontent.com",
                    "iosClientID": "1-ios.apps.googleusercontent.com",
                    "redirectURIs": [.string(Rig.callback), .string("\(Rig.callback)?from=google")],
                ],
                "apple": [
                    "clientIDs": ["com.example.castmate", "com.example.castmate.web"], "teamID": "TEAM000001",
                    "servicesID": "com.example.castmate.web", "redirectURIs": [.string(Rig.callback)],
                ],
                "firebase": ["projectID": "castmate", "apiKey": "key-castmate"],
                "appwrite": ["projectID": "castmate"],
            ])
        #expect(apps?[1]["google"] == [:])
        #expect(apps?[1]["apple"]?["servicesID"] == nil)
        let team = try #require(apps?[1]["apple"]?["teamID"]?.string)
        #expect(team.wholeMatch(of: /[A-Z0-9]{10}/) != nil)
        #expect(apps?.last?["apple"]?["clientIDs"] == ["com.example.duo.web"])
        #expect(!String(decoding: JSONValue.array(apps ?? []).serialized(), as: UTF8.self).contains("GOCSPX"))
    }

    @Test func `a reset restores everything, and replaces the keys only on request`() async throws {
        let before = try await rig.providers.google.keySet()
        try rig.providers.clock.setOffset(60)
        rig.providers.faults.add(Fault(effect: .down))
        _ = try await rig.answer(.GET, "/google/nothing")
        _ = try await rig.json(.POST, "/__dev/reset")
        #expect(rig.providers.clock.offset == 0)
        #expect(rig.providers.faults.all.isEmpty)
        #expect(rig.providers.requests.total == 0)
        #expect(try await rig.providers.google.keySet() == before)
        _ = try await rig.json(.POST, "/__dev/reset", ["keys": true])
        #expect(try await rig.providers.google.keySet() != before)
    }
}
