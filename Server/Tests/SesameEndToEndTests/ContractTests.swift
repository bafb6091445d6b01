import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import SesameWire
import Testing

/// Tests of the token exchange contract with settings that the example apps do not use.
struct ContractTests {
    private func post(
        _ server: RunningServer, _ path: String, _ body: JSONObject
    ) async throws -> (status: Int, json: JSONObject) {
        let request = TransportRequest(
            method: "POST", url: server.url.appendingPathComponent(path),
            headers: ["Content-Type": Secret("application/json"), "Sesame-App": Secret("castmate")],
            body: Secret(String(decoding: body.serialized(), as: UTF8.self)))
        let answer = try await URLSessionTransport().send(request)
        return (answer.status, try #require(try JSONValue(parsing: answer.body).object))
    }

    @Test func `a contract client gets the token lifetime and the role format that its app chose`() async throws {
        try await RunningServer.run { server in
            let token = try await server.google("castmate", subject: "42")
            let unknown = try await post(server, "auth/google", ["idToken": .string(token.exposed)])
            #expect(unknown.status == 404)
            #expect(unknown.json["message"] == "Compte Google non trouvé")
            let ticket = try #require(unknown.json["ticket"])
            let form: JSONObject = ["ticket": ticket, "role": "RECRUTEUR", "profile": ["nom": "User"]]
            #expect(try await post(server, "v1/sign-up", form).status == 200)

            let known = try await post(server, "auth/google", ["idToken": .string(token.exposed)])
            #expect(known.status == 200)
            #expect(known.json["expiresIn"] == .integer(30 * 86_400))
            #expect(known.json["user"]?.object?["role"] == "RECRUTEUR")
            #expect(known.json["user"]?.object?["nom"] == "User")

            try server.providers.clock.advance(by: 29 * 86_400)
            let access = try #require(known.json["accessToken"]?.string)
            var request = TransportRequest(method: "GET", url: server.url.appendingPathComponent("v1/me"))
            request.headers["Authorization"] = Secret("Bearer \(access)")
            #expect(try await URLSessionTransport().send(request).status == 200)
            try server.providers.clock.advance(by: 2 * 86_400)
            #expect(try await URLSessionTransport().send(request).status == 401)
        }
    }

    @Test func `an app without the contract returns 404 for its route`() async throws {
        try await RunningServer.run { server in
            let token = try await server.google("couple", subject: "42")
            let request = TransportRequest(
                method: "POST", url: server.url.appendingPathComponent("auth/google"),
                headers: ["Content-Type": Secret("application/json"), "Sesame-App": Secret("couple")],
                body: Secret("{\"idToken\": \"\(token.exposed)\"}"))
            let answer = try await URLSessionTransport().send(request)
            #expect(answer.status == 404)
            #expect(try JSONValue(parsing: answer.body).object?["ticket"] == nil)
        }
    }
}
