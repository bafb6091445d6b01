import ArgumentParser
import Foundation
import NIOCore
import SesameCore
import SesameHTTP
import SesameTerminal
import SesameWire

/// The options that select the server of an admin command, and its admin key.
struct AdminOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server's address, or its 'adminListen' address.", valueName: "address"))
    var server = ProcessInfo.processInfo.environment["SESAME_SERVER"] ?? "http://127.0.0.1:8080"

    @Option(
        help: ArgumentHelp(
            "The admin key's file; SESAME_ADMIN_KEY if omitted. Not required for 'sesame dev' on this machine.",
            valueName: "file"))
    var keyFile: String?

    /// Sends a request to the server and returns the response; an empty object if the response is not a JSON object.
    ///
    /// - Parameter path: The path below `/admin/v1`, with encoded parts; see ``path(_:)``.
    func call(
        _ method: String, _ path: String, query: [(String, String?)] = [], headers: [(String, String)] = [],
        body: JSONObject? = nil
    ) async throws -> JSONObject {
        try await AdminServer(ServerAddress(server)).call(
            method, path, query: query, headers: headers, body: body, key: try key())
    }

    /// Returns a path of the admin API: the parts, percent-encoded and joined with slashes. Throws if a part is empty.
    static func path(_ parts: String...) throws -> String {
        try parts.map { part in
            let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7f}"))
                .union(["-", "_"])
            guard !part.isEmpty, let encoded = part.addingPercentEncoding(withAllowedCharacters: allowed) else {
                throw ValidationError("'\(part)' is not a valid name.")
            }
            return encoded
        }.joined(separator: "/")
    }

    private func key() throws -> Secret {
        if let key = try ServerAddress(server).adminKey(file: keyFile) { return key }
        throw ValidationError(
            """
            No 'sesame dev' runs at \(server), and any other server needs an admin key. Name another address with \
            --server, or the key's file with --key-file, or set SESAME_ADMIN_KEY to the key. To create the first key: \
            sesame admin-keys bootstrap --help
            """)
    }
}

/// The client of one server's admin API.
struct AdminServer {
    let address: String
    let isLocal: Bool

    init(_ address: ServerAddress) {
        self.address = address.text
        isLocal = address.isLocal
    }

    func call(
        _ method: String, _ path: String, query: [(String, String?)] = [], headers: [(String, String)] = [],
        body: JSONObject? = nil, key: Secret
    ) async throws -> JSONObject {
        guard address.hasPrefix("https://") || isLocal else {
            throw ValidationError("'\(address)' is not an https address: the admin key must not be sent in the clear.")
        }
        var all = [("Authorization", "Bearer \(key.exposed)"), ("Accept", "application/json")] + headers
        if body != nil { all.append(("Content-Type", "application/json")) }
        let client = HTTPClient(allowsPlainHTTP: isLocal)
        let response: OutgoingResponse
        do throws(HTTPClientError) {
            response = try await client.send(
                OutgoingRequest(
                    method: method, url: "\(address)/admin/v1/\(path)\(Self.text(query))", headers: all,
                    body: body.map { JSONValue.object($0).serialized() }, timeout: .seconds(30),
                    maxResponseBytes: 16 << 20))
        } catch {
            await client.shutdown()
            throw CommandFailure(
                "The request to \(address) failed (\(error)). Is the server running there? Name another one with "
                    + "--server."
            )
        }
        await client.shutdown()
        let limits = JSONLimits(bytes: 16 << 20, depth: 64, members: .max)
        let answer = (try? JSONValue(parsing: response.body, limits: limits))?.object
        guard (200..<300).contains(response.status) else { throw Self.failure(response.status, answer) }
        return answer ?? JSONObject()
    }

    /// Returns the error for a failed response, with advice for the operator.
    private static func failure(_ status: Int, _ answer: JSONObject?) -> CommandFailure {
        let error = answer?["error"]
        let message = error?["message"]?.string ?? "the server responded with status \(status)"
        switch error?["code"]?.string {
        case "not_authenticated":
            return CommandFailure(
                "\(message)\nCreate another key with: sesame admin-keys create; the first one with: "
                    + "sesame admin-keys bootstrap; if all keys are lost: sesame admin-keys reset")
        case "insufficient_scope":
            return CommandFailure("\(message)\nShow the key's scopes and apps with: sesame admin-keys show")
        // The router found no route; this is not a route's own `not_found`.
        case "not_found" where message == "there is nothing here":
            return CommandFailure(
                "There is no admin API at this address. If the configuration sets 'adminListen', name that address: "
                    + "--server http://127.0.0.1:8090, or SESAME_SERVER")
        default: return CommandFailure(message)
        }
    }

    private static func text(_ query: [(String, String?)]) -> String {
        let pairs = query.compactMap { name, value -> String? in
            guard let value = value?.addingPercentEncoding(withAllowedCharacters: unreserved) else { return nil }
            return "\(name)=\(value)"
        }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:,")
}
