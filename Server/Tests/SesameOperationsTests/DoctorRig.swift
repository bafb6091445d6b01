import Crypto
import Foundation
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameOperations

/// An installation without faults, in its own folder. Tests then add faults.
final class DoctorRig: Sendable {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("doctor-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try KeyFile.generate(at: path("key"), setting: "keyFile")
        try write("apple.p8", P256.Signing.PrivateKey().pemRepresentation)
        try write("google-secret", "GOCSPX-test")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func path(_ name: String) -> String { folder + "/" + name }

    @discardableResult
    func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
        return path(name)
    }

    /// The valid settings of a server with one app, which offers Apple and Google sign-in.
    var settings: JSONObject {
        [
            "publicURL": "https://sign-in.example.com", "listen": "127.0.0.1:0",
            "dataDir": .string(path("data")), "keyFile": .string(path("key")),
            "apps": ["shop": ["providers": ["apple": .object(apple), "google": .object(google)]]],
        ]
    }

    var apple: JSONObject {
        [
            "clientIDs": ["com.example.shop"], "servicesID": "com.example.shop.web", "teamID": "A1B2C3D4E5",
            "keyID": "F6G7H8I9J0", "keyFile": .string(path("apple.p8")),
        ]
    }

    var google: JSONObject {
        [
            "clientIDs": ["1234-web.apps.googleusercontent.com", "1234-ios.apps.googleusercontent.com"],
            "webClientID": "1234-web.apps.googleusercontent.com", "clientSecretFile": .string(path("google-secret")),
        ]
    }

    /// Returns the valid settings with the given members changed; a null value removes a member.
    func settings(_ changes: JSONObject) -> JSONObject {
        var settings = settings
        settings.take(changes)
        return settings
    }

    /// Returns the valid settings with changes to one provider's block.
    func settings(_ provider: String, _ changes: JSONObject) -> JSONObject {
        var block = provider == "apple" ? apple : google
        block.take(changes)
        var providers: JSONObject = ["apple": .object(apple), "google": .object(google)]
        providers[provider] = .object(block)
        return settings(["apps": ["shop": ["providers": .object(providers)]]])
    }

    func findings(
        _ settings: JSONObject? = nil, subjects: Doctor.Options = Doctor.Options(),
        now: Date = Date(timeIntervalSince1970: 1_800_000_000), fetch: Doctor.Fetch? = nil,
        greet: Doctor.Greet? = nil
    ) async -> [Finding] {
        await Doctor(
            configuration: JSONValue.object(settings ?? self.settings).serialized(), subjects: subjects, now: now,
            fetch: fetch, greet: greet
        ).findings()
    }

    /// Returns the faults as `subject: found`.
    func faults(
        _ settings: JSONObject? = nil, subjects: Doctor.Options = Doctor.Options(), fetch: Doctor.Fetch? = nil
    ) async -> [String] {
        await findings(settings, subjects: subjects, fetch: fetch).filter { $0.level == .fault }.map { finding in
            "\(finding.subject): \(finding.found)"
        }
    }
}

extension JSONObject {
    /// Sets the given members; a null value removes its member.
    fileprivate mutating func take(_ changes: JSONObject) {
        for member in changes.members {
            if member.value.isNull { remove(member.name) } else { self[member.name] = member.value }
        }
    }
}

extension [Finding] {
    /// Returns the first finding of the given level whose subject ends with the text; nil if there is none.
    func first(_ level: Finding.Level, _ subject: String) -> Finding? {
        first { $0.level == level && $0.subject.hasSuffix(subject) }
    }
}
