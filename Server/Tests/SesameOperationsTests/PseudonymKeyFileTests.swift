import Foundation
import SesameAccounts
import SesameTokens
import Testing

@testable import SesameOperations

final class PseudonymKeyFileTests {
    private let folder: String
    private let file: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        file = folder + "/keys"
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func write(_ text: String, mode: Int = 0o600) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }

    private func error() -> ConfigurationError? {
        do {
            _ = try PseudonymKeys.read(file)
            return nil
        } catch {
            return error
        }
    }

    private func lines() throws -> [String] {
        String(decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    @Test func `a new file has version 1 and is readable only by its owner`() throws {
        try PseudonymKeys.generate(at: file)
        #expect(try PseudonymKeys.read(file).versions.map(\.version) == [1])
        #expect(try mode(file) == 0o600)
        #expect(throws: ConfigurationError.self) { try PseudonymKeys.generate(at: file) }
    }

    @Test func `a new version is added after the existing ones`() throws {
        try PseudonymKeys.generate(at: file)
        let first = try lines()
        #expect(try PseudonymKeys.addVersion(to: file) == 2)
        #expect(try PseudonymKeys.addVersion(to: file) == 3)
        let all = try lines()
        #expect(all.count == 3 && all.first == first.first && Set(all).count == 3)
        #expect(try PseudonymKeys.read(file).versions.map(\.version) == [3, 2, 1])
        #expect(try mode(file) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["keys"])
    }

    @Test func `the number of a removed version is not reused`() throws {
        try PseudonymKeys.generate(at: file)
        _ = try PseudonymKeys.addVersion(to: file)
        try write(try #require(try lines().last))
        #expect(try PseudonymKeys.addVersion(to: file) == 3)
        #expect(try PseudonymKeys.read(file).versions.map(\.version) == [3, 2])
    }

    @Test func `no version is added to a missing or invalid file`() throws {
        #expect(throws: ConfigurationError.self) { try PseudonymKeys.addVersion(to: file) }
        try write("v1 short\n")
        #expect(throws: ConfigurationError.self) { try PseudonymKeys.addVersion(to: file) }
        #expect(try lines() == ["v1 short"])
    }

    @Test func `a file that others can read is rejected`() throws {
        try write("v1 \(Base64URL.encode((0..<32).map { UInt8($0) }))\n", mode: 0o640)
        #expect(error()?.fix?.text == "chmod 600 \(file)")
    }

    @Test(arguments: [
        ("", "contains no key"),
        ("v1", "has an invalid line"),
        ("v1  AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "has an invalid line"),
        ("1 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "has an invalid line"),
        ("v01 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "has an invalid line"),
        ("v0 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "has an invalid line"),
        ("v-1 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "has an invalid line"),
        ("v99999999999999999999 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "has an invalid line"),
        ("v1 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "has an invalid line"),
        ("v1 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHg", "has a key v1 of fewer than 32 bytes"),
        ("v2 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "has a key v2 whose bytes repeat too much to be random"),
        (
            "v1 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\nv1 AQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
            "has a duplicate key v1"
        ),
    ])
    func `an invalid list of versions and keys is rejected without showing a key`(_ text: String, _ problem: String)
        throws
    {
        try write(text)
        let error = try #require(self.error())
        #expect(error.cause == .file && error.problem.hasPrefix("'\(file)' \(problem)"), "\(error)")
        #expect(!error.description.contains("AAEC"))
    }
}
