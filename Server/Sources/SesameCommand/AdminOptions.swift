import ArgumentParser
import Foundation
import NIOCore
import SesameCore
import SesameHTTP

/// Which server a command of the operator's is for, and what proves that the operator gives it.
struct AdminOptions: ParsableArguments {
    @Option(help: "The server's address.")
    var server = "http://127.0.0.1:8080"

    @Option(help: "The app's name in the server's configuration.")
    var app: String

    @Option(
        help: ArgumentHelp(
            "The admin key's file: the server's adminKeyFile, or a copy. Without it, the variable SESAME_ADMIN_KEY.",
            valueName: "file"))
    var keyFile: String?

    /// Asks the server, and gives its answer.
    ///
    /// - Parameter path: Below the app's.
    func call(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil
    ) async throws -> JSONObject {
        let address = server.hasSuffix("/") ? String(server.dropLast()) : server
        let isLocal = ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains(where: address.hasPrefix)
        guard address.hasPrefix("https://") || isLocal else {
            throw ValidationError("'\(server)' is no https address: the admin key must not travel in the clear.")
        }
        guard let name = app.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "_"])) else {
            throw ValidationError("'\(app)' is no app's name.")
        }
        let client = HTTPClient(allowsPlainHTTP: isLocal)
        let all = [("Authorization", "Bearer \(try key().exposed)"), ("Accept", "application/json")] + headers
        let response: OutgoingResponse
        do throws(HTTPClientError) {
            response = try await client.send(
                OutgoingRequest(
                    method: method, url: "\(address)/admin/v1/apps/\(name)/\(path)",
                    headers: body == nil ? all : all + [("Content-Type", "application/json")], body: body,
                    timeout: .seconds(15)))
        } catch {
            throw CommandFailure("\(address) does not answer (\(error)); is the server running?")
        }
        await client.shutdown()
        let answer = (try? JSONValue(parsing: response.body))?.object
        guard (200..<300).contains(response.status), let answer else {
            throw CommandFailure(answer?["error"]?["message"]?.string ?? "the server answered with \(response.status)")
        }
        return answer
    }

    private func key() throws -> Secret {
        if let keyFile { return try Self.key(in: keyFile) }
        guard let key = Self.keyOfEnvironment else {
            throw ValidationError("Name the admin key's file with --key-file, or set SESAME_ADMIN_KEY to the key.")
        }
        return key
    }

    /// The key in a file.
    static func key(in file: String) throws -> Secret {
        guard let data = FileManager.default.contents(atPath: file),
            let text = String(validating: data, as: UTF8.self)
        else { throw ValidationError("'\(file)' cannot be read.") }
        return Secret(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The key that the variable holds.
    static var keyOfEnvironment: Secret? {
        ProcessInfo.processInfo.environment["SESAME_ADMIN_KEY"].flatMap { $0.isEmpty ? nil : Secret($0) }
    }
}
