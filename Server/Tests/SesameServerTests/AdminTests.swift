import Foundation
import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import Testing

@testable import SesameServer

struct AdminTests {
    private static let key = String(repeating: "abcdefghijkl", count: 5)

    private func answer(
        _ authorization: [String], key: AdminKey? = AdminKey(Secret(key)), app: String = "couple"
    ) async throws -> HTTPResponse {
        let rig = try await WebRig()
        let admin = AdminAPI(
            accounts: rig.accounts, apps: rig.apps, key: key, log: SecurityLog(logger: Logger(label: "test")))
        var headers = HTTPHeaders([("Content-Type", "application/json")])
        for value in authorization { headers.add(name: "Authorization", value: value) }
        let body: JSONValue = ["to": ["topic": "news"], "data": ["k": "v"]]
        let request = try HTTPRequest(
            method: .POST, target: "/admin/v1/apps/\(app)/push", headers: headers, body: body.serialized(),
            peer: .loopback)
        return await Router(surfaces: [admin.surface()]).answer(request)
    }

    @Test(arguments: [
        [], ["Bearer x"], ["Bearer \(key)x"], ["Bearer \(key.dropLast())"], ["Basic \(key)"],
        ["Bearer \(key)", "Bearer \(key)"],
    ])
    func `only the admin key lets in`(authorization: [String]) async throws {
        let answer = try await answer(authorization)
        #expect(answer.status == .unauthorized && answer.headers["WWW-Authenticate"].count == 1)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains(Self.key))
    }

    @Test func `the admin key lets in, to apps that there are`() async throws {
        // The app has no push service here, which only somebody who is let in is told.
        #expect(try await answer(["Bearer \(Self.key)"]).status == .badRequest)
        #expect(try await answer(["Bearer \(Self.key)"], app: "none").status == .notFound)
    }

    @Test func `without a key nobody is let in`() async throws {
        for presented in ["", "x", Self.key] {
            #expect(try await answer(["Bearer \(presented)"], key: nil).status == .unauthorized)
        }
    }

    @Test func `a key file is the owner's alone, and long`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let good = folder.appendingPathComponent("good").path
        try MasterKey.generate(at: good)
        let text = try String(contentsOfFile: good, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try AdminKey.read(good).admits(Secret(text)))
        for (name, content, mode) in [("open", text, 0o644), ("short", "abcd", 0o600), ("other", "not base64!", 0o600)]
        {
            let file = folder.appendingPathComponent(name).path
            _ = FileManager.default.createFile(
                atPath: file, contents: Data(content.utf8), attributes: [.posixPermissions: mode])
            #expect(throws: ConfigurationError.self, "\(name)") { try AdminKey.read(file) }
        }
        #expect(throws: ConfigurationError.self) { try AdminKey.read(folder.appendingPathComponent("none").path) }
    }
}
