import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame
@testable import SesameApple

@Suite struct DeviceStorageTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")

    private func storage(_ device: String = "phone") -> EncryptedFileDeviceStorage {
        EncryptedFileDeviceStorage(
            name: "push", folder: folder.appendingPathComponent("state"),
            keyFile: folder.appendingPathComponent("keys/device.key"), device: device)
    }

    @Test func `stored data is encrypted and read on the same device`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try storage().read() == nil)
        try storage().write(Array("token".utf8))
        #expect(try storage().read() == Array("token".utf8))
        let state = folder.appendingPathComponent("state")
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: state.path).first)
        let bytes = try Data(contentsOf: state.appendingPathComponent(file))
        #expect(bytes.range(of: Data("token".utf8)) == nil)
    }

    @Test func `a device restored from another device's backup starts empty`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try storage().write([1])
        #expect(try storage("new phone").read() == nil)
        try storage("new phone").write([2])
        #expect(try storage("new phone").read() == [2])
    }

    @Test func `data sealed with a lost key reads as missing and can be overwritten`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try storage().write([1])
        try FileManager.default.removeItem(at: folder.appendingPathComponent("keys/device.key"))
        #expect(try storage().read() == nil)
        try storage().write([2])
        #expect(try storage().read() == [2])
    }

    @Test func `the machine id is never empty`() {
        #expect(EncryptedFileDeviceStorage.machineID?.isEmpty != true)
    }

    @Test func `the Keychain data of an earlier installation is ignored`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let keychain = FakeKeychain()
        let first = KeychainDeviceStorage(items: keychain, marker: .file(folder.appendingPathComponent("first")))
        try first.write([1])
        #expect(try first.read() == [1])
        let second = KeychainDeviceStorage(items: keychain, marker: .file(folder.appendingPathComponent("second")))
        #expect(try second.read() == nil)
        #expect(try second.read() == nil)
        try second.write([2])
        #expect(try second.read() == [2])
    }

    @Test(arguments: [FakeKeychain.Condition.locked, .lying])
    func `a locked Keychain is not taken for an empty one`(condition: FakeKeychain.Condition) throws {
        let keychain = FakeKeychain()
        let storage = KeychainDeviceStorage(items: keychain, marker: .always)
        try storage.write([1])
        #expect(try storage.read() == [1])
        _ = try KeychainDeviceStorage(items: keychain, marker: .always).read()
        keychain.contents.withLock { $0.items["probe"] = [1] }
        keychain.condition = condition
        #expect(throws: AuthError.self) { _ = try storage.read() }
    }

    @Test func `printing a push token shows its kind and at most six characters`() {
        var dumped = ""
        dump(PushToken.one, to: &dumped)
        #expect("\(PushToken.one)" == "fcm_token token-…")
        #expect(!dumped.contains("token-one"))
        #expect("\(PushToken(.fcmFID, Secret("short")))" == "fcm_fid s…")
        #expect(PushToken.apns([0x00, 0xAB, 0x0F]).value == Secret("00ab0f"))
    }

    @Test func `a stored record is read unchanged, and invalid data reads as empty`() {
        let record = StoredPushRegistration(
            token: .one, installation: .init(id: "i-1", uid: "uid-1"),
            registration: .init(
                owner: PushOwner(uid: "uid-1", session: "s-1"), token: .two,
                date: Date(timeIntervalSince1970: 1_800_000_000)))
        #expect(StoredPushRegistration(storedForm: record.storedForm.serialized()) == record)
        #expect(StoredPushRegistration(storedForm: Array("[]".utf8)) == StoredPushRegistration())
        #expect(
            StoredPushRegistration(storedForm: Array("{\"token\":{\"kind\":\"pigeon\",\"value\":\"x\"}}".utf8))
                == StoredPushRegistration())
    }
}
