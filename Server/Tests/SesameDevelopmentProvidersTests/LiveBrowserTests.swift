import Foundation
import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameTokens
import SesameWire
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A browser sign-in over a real socket` {
    @Test(arguments: ProviderKind.allCases)
    func `a sign-in goes from discovery to a verified ID token and its revocation`(_ provider: ProviderKind)
        async throws
    {
        try await LiveServer.run { server in
            let rig = server.rig
            let discovery = try JSONValue(
                parsing: try await server.get("/\(provider.rawValue)/.well-known/openid-configuration").body)
            let page = try #require(discovery["authorization_endpoint"]?.string)
            let url = "\(page)?\(Rig.encoded(Rig.parameters(provider, ["access_type": "offline"])))"
            #expect(try await server.submit(url, nil).status == .ok)
            let callback = try Callback(try await server.submit(url, ["user": "1"]))
            #expect(callback.address == Rig.callback)
            #expect(callback.parameters["state"] == "st&te")

            var form = ["grant_type": "authorization_code", "code": try #require(callback.parameters["code"])]
            form["redirect_uri"] = Rig.callback
            form.merge(try client(provider, rig)) { $1 }
            let endpoint = try #require(discovery["token_endpoint"]?.string)
            let answer = try await server.submit(endpoint, form)
            #expect(answer.status == .ok)
            let tokens = try JSONValue(parsing: answer.body)
            let cache = JWKSCache(
                url: try #require(discovery["jwks_uri"]?.string), algorithm: .rs256,
                source: SocketSource(server: server))
            let verifier = ProviderTokenVerifier(profile: provider == .google ? .google : .apple, keys: cache)
            let identity = try await verifier.verify(
                try #require(tokens["id_token"]?.string),
                expecting: IDTokenExpectation(
                    audiences: [try #require(form["client_id"])], nonce: .raw("n 1")), now: Rig.start)
            #expect(identity.email == "test.user.1@example.com")

            var revocation = try client(provider, rig)
            revocation["token"] = try #require(tokens["refresh_token"]?.string)
            let revoke = try #require(discovery["revocation_endpoint"]?.string)
            #expect(try await server.submit(revoke, revocation).status == .ok)
            #expect(rig.providers.requests.latest.map(\.status).contains(404) == false)
        }
    }

    private func client(_ provider: ProviderKind, _ rig: Rig) throws -> [String: String] {
        switch provider {
        case .google:
            [
                "client_id": "1-web.apps.googleusercontent.com", "client_secret": "GOCSPX-castmate",
                "code_verifier": Rig.verifier,
            ]
        case .apple: ["client_id": "com.example.castmate.web", "client_secret": try rig.appleSecret()]
        }
    }
}

extension LiveServer {
    /// Gets a page, or posts a form, without following redirects.
    fileprivate func submit(_ address: String, _ form: [String: String]?) async throws -> HTTPResponse {
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 5)
        if let form {
            request.httpMethod = "POST"
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(Rig.encoded(form).utf8)
        }
        let session = URLSession(configuration: .ephemeral, delegate: StayingPut(), delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let (data, answer) = try await session.data(for: request)
        guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var headers = HTTPHeaders()
        if let location = answer.value(forHTTPHeaderField: "Location") {
            headers.add(name: "Location", value: location)
        }
        return HTTPResponse(
            status: HTTPResponseStatus(statusCode: answer.statusCode), headers: headers, body: Array(data))
    }
}

/// A delegate that returns redirects instead of following them, because no server runs at their target.
private final class StayingPut: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
