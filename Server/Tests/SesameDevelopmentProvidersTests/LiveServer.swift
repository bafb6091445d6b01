import Foundation
import Logging
import NIOCore
import SesameCore
import SesameDevelopmentProviders
import SesameHTTP
import SesameTokens
import SesameWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The providers behind a real socket, with a careless client: it follows redirects and reads without limit.
struct LiveServer {
    let rig: Rig

    /// Runs the providers on a free port until the closure returns.
    static func run(_ body: (LiveServer) async throws -> Void) async throws {
        let rig = Rig { try? await Task.sleep(for: $0) }
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(port: 0, eventLoopCount: 1), router: rig.router,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        rig.providers.baseURL = "http://127.0.0.1:\(try await server.start())"
        do {
            try await body(LiveServer(rig: rig))
        } catch {
            await server.shutdown(grace: .zero)
            throw error
        }
        await server.shutdown(grace: .zero)
    }

    func get(_ path: String) async throws -> (response: HTTPURLResponse, body: [UInt8]) {
        try await send(path) { $0.httpMethod = "GET" }
    }

    func post(_ path: String, _ json: JSONValue) async throws -> (response: HTTPURLResponse, body: [UInt8]) {
        try await send(path) { request in
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(json.serialized())
        }
    }

    private func send(
        _ path: String, _ prepare: (inout URLRequest) -> Void
    ) async throws -> (response: HTTPURLResponse, body: [UInt8]) {
        guard let url = URL(string: path.hasPrefix("/") ? rig.providers.baseURL + path : path) else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 5)
        prepare(&request)
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (response, Array(data))
    }
}

/// A source of key sets that fetches from the development providers through a socket.
struct SocketSource: JWKSSource {
    let server: LiveServer

    func fetch(_ url: String) async throws -> JWKSResponse {
        let answer = try await server.get(url)
        return JWKSResponse(
            status: answer.response.statusCode, body: answer.body,
            cacheControl: answer.response.value(forHTTPHeaderField: "Cache-Control"))
    }
}
