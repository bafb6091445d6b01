import Foundation
import SesameCore
import Testing

@testable import Sesame

@Suite final class EncryptedFileCacheStorageTests {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    var folder: URL { root.appendingPathComponent("state/sesame") }
    var keyFile: URL { root.appendingPathComponent("config/sesame/cache.key") }

    func makeStorage(_ name: String = "server app profile") -> EncryptedFileCacheStorage {
        EncryptedFileCacheStorage(name: name, folder: folder, key: KeyFile(path: keyFile.path))
    }

    func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    @Test func `cached data survives a restart, and reading creates no file`() throws {
        #expect(try makeStorage().read(for: "uid-1") == .empty)
        #expect(!FileManager.default.fileExists(atPath: root.path))
        try makeStorage().write([1, 2, 3], for: "uid-1")
        #expect(try makeStorage().read(for: "uid-1") == .data([1, 2, 3]))
        try makeStorage().write([], for: "uid-1")
        #expect(try makeStorage().read(for: "uid-1") == .data([]))
        try makeStorage().remove()
        try makeStorage().remove()
        #expect(try makeStorage().read(for: "uid-1") == .empty)
        #expect(try files().isEmpty)
    }

    @Test func `one user's data cannot be read as another's`() throws {
        try makeStorage().write([1], for: "uid-1")
        #expect(try makeStorage().read(for: "uid-2") == .unreadable)
        try makeStorage().write([2], for: "uid-2")
        #expect(try files().count == 1)
        #expect(try makeStorage().read(for: "uid-1") == .unreadable)
    }

    @Test func `a file copied into another's place is unreadable`() throws {
        try makeStorage("a").write([1], for: "uid-1")
        let first = try #require(try files().first)
        try makeStorage("b").write([2], for: "uid-1")
        let second = try #require(try files().first { $0 != first })
        try FileManager.default.removeItem(at: second)
        try FileManager.default.copyItem(at: first, to: second)
        #expect(try makeStorage("b").read(for: "uid-1") == .unreadable)
    }

    @Test func `the file shows neither the value nor the uid, and only its owner can read it`() throws {
        try makeStorage().write(Array("one@example.com".utf8), for: "uid-1")
        let file = try #require(try files().first)
        let bytes = try Data(contentsOf: file)
        #expect(bytes.range(of: Data("example".utf8)) == nil)
        #expect(bytes.range(of: Data("uid-1".utf8)) == nil)
        #expect(!file.lastPathComponent.contains("uid"))
        for url in [file, keyFile] {
            #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `a damaged file or a lost key makes the data unreadable until it is overwritten`() throws {
        try makeStorage().write([1], for: "uid-1")
        let file = try #require(try files().first)
        var bytes = try Data(contentsOf: file)
        bytes[bytes.startIndex] ^= 1
        try bytes.write(to: file)
        #expect(try makeStorage().read(for: "uid-1") == .unreadable)
        try makeStorage().write([2], for: "uid-1")
        #expect(try makeStorage().read(for: "uid-1") == .data([2]))
        try FileManager.default.removeItem(at: keyFile)
        #expect(try makeStorage().read(for: "uid-1") == .unreadable)
        try makeStorage().write([3], for: "uid-1")
        #expect(try makeStorage().read(for: "uid-1") == .data([3]))
    }

    @Test func `a failed read is not taken for missing data or another user's`() throws {
        try makeStorage().write([1], for: "uid-1")
        let file = try #require(try files().first)
        try FileManager.default.moveItem(at: file, to: root.appendingPathComponent("away"))
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        #expect(throws: AuthError.self) { try self.makeStorage().read(for: "uid-1") }
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: root.appendingPathComponent("away"), to: file)
        #expect(try makeStorage().read(for: "uid-1") == .data([1]))
    }

    @Test func `data too large to be read again is not written`() throws {
        try makeStorage().write([1], for: "uid-1")
        let large = [UInt8](repeating: 0, count: SealedFile.maxBytes)
        #expect(throws: AuthError.self) { try self.makeStorage().write(large, for: "uid-1") }
        #expect(try makeStorage().read(for: "uid-1") == .data([1]))
    }

    @Test func `the user's folders follow the environment, except for relative paths`() throws {
        let environment = ["HOME": root.path, "XDG_STATE_HOME": "relative", "XDG_CONFIG_HOME": root.path + "/c"]
        try StorageLocation.files(name: "n", environment: environment).storage(.profile).write([1], for: "uid-1")
        #expect(FileManager.default.fileExists(atPath: root.path + "/c/sesame/key"))
        #expect(FileManager.default.fileExists(atPath: root.path + "/.local/state/sesame"))
    }
}
