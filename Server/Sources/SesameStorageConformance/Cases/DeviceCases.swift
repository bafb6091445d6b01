import Foundation
import SesameAccounts
import SesameCore
import SesameWire

extension StorageConformance {
    static let deviceCases: [StorageConformanceCase] = [
        StorageConformanceCase("a device keeps every field and is found by account and by digest") {
            storage, sample in
            try await storage.add(sample.account(), sample.session())
            let full = sample.device(
                1, StorageFixture.oddText, sealed: Array(repeating: 0xA5, count: 5_000), platform: .ios)
            let bare = sample.device(2, kind: .apns, sealed: [], refreshed: 1)
            try await storage.add(full, bare)
            try expect(try await storage.devices(of: "account", in: sample.one), is: [bare, full], "the devices")
            for device in [full, bare] {
                try expect(try await storage.device(device.digest), is: device, "the device")
            }
            try expect(try await storage.device(StorageFixture.digest(3)), is: nil, "an unknown device")
            try expect(try await storage.devices(of: "account", in: sample.two), is: [], "the devices in another app")
            try expect(
                try await storage.devices(of: "nobody", in: sample.one), is: [], "the devices of an unknown account")
        },
        StorageConformanceCase("a device replaces the one with the same digest, even that of another account") {
            storage, sample in
            try await storage.add(
                sample.account(), sample.session(), sample.account("other"), sample.session("other", of: "other"))
            try await storage.add(sample.device(1), sample.device(2, "second"))
            let moved = sample.device(1, "theirs", of: "other", session: "other")
            try await storage.add(moved)
            try expect(
                try await storage.devices(of: "account", in: sample.one), is: [sample.device(2, "second")],
                "the remaining devices")
            try expect(try await storage.devices(of: "other", in: sample.one), is: [moved], "the moved device")
        },
        StorageConformanceCase("an account has one device for each installation, whatever the session") {
            storage, sample in
            try await storage.add(
                sample.account(), sample.session(), sample.session("second"), sample.account("other"),
                sample.session("other", of: "other"), sample.account(in: sample.two),
                sample.session("elsewhere", in: sample.two))
            let others = sample.device(8, of: "other", session: "other")
            let elsewhere = sample.device(9, session: "elsewhere", in: sample.two)
            try await storage.add(others, elsewhere, sample.device(1))
            let newer = sample.device(2, session: "second", refreshed: 5)
            try await storage.add(newer)
            try expect(try await storage.devices(of: "account", in: sample.one), is: [newer], "the device")
            try expect(try await storage.devices(of: "other", in: sample.one), is: [others], "another person's")
            try expect(try await storage.devices(of: "account", in: sample.two), is: [elsewhere], "another app's")
        },
        StorageConformanceCase("a device without a session is rejected") { storage, sample in
            try await storage.add(sample.account())
            try await storage.expectConflict(adding: sample.device(1), what: "no session")
        },
        StorageConformanceCase("removing a device removes no other device") { storage, sample in
            try await storage.add(sample.account(), sample.session(), sample.device(1), sample.device(2, "second"))
            for digest in [1, 1, 7] {
                try await storage.write { transaction throws(StorageError) in
                    try transaction.deleteDevice(StorageFixture.digest(digest))
                }
            }
            try expect(
                try await storage.devices(of: "account", in: sample.one), is: [sample.device(2, "second")],
                "the remaining devices")
        },
        StorageConformanceCase("ending a session removes its devices and no others") { storage, sample in
            try await storage.add(sample.account(), sample.session(), sample.session("second"))
            let left = sample.device(3, "third", session: "second")
            try await storage.add(sample.device(1), sample.device(2, "second"), left)
            var session = sample.session()
            session.refreshedAt = StorageFixture.time(9)
            try await storage.update(session)
            try expect(try await storage.devices(of: "account", in: sample.one).count, is: 3, "before the end")
            session.termination = Session.Termination(at: StorageFixture.time(10), reason: .revoked)
            try await storage.update(session)
            try expect(try await storage.devices(of: "account", in: sample.one), is: [left], "after it")
        },
        StorageConformanceCase("disabling an account removes its devices and no others") { storage, sample in
            try await storage.add(
                sample.account(), sample.session(), sample.account("other"), sample.session("other", of: "other"))
            let left = sample.device(2, of: "other", session: "other")
            try await storage.add(sample.device(1), left)
            var account = sample.account()
            account.lastSignInAt = StorageFixture.time(9)
            try await storage.update(account)
            try expect(try await storage.device(StorageFixture.digest(1)) != nil, "a sign-in removes devices")
            account.disabledAt = StorageFixture.time(10)
            try await storage.update(account)
            try expect(try await storage.devices(of: "account", in: sample.one), is: [], "after it")
            try expect(try await storage.devices(of: "other", in: sample.one), is: [left], "another's")
        },
        StorageConformanceCase("deleting an account removes its devices, which another account can then have") {
            storage, sample in
            try await storage.add(
                sample.account(), sample.session(), sample.device(1), sample.account("other"),
                sample.session("other", of: "other"))
            try await storage.delete(AccountID("account"), in: sample.one)
            try expect(try await storage.device(StorageFixture.digest(1)), is: nil, "the device")
            let next = sample.device(1, of: "other", session: "other")
            try await storage.add(next)
            try expect(try await storage.devices(of: "other", in: sample.one), is: [next], "the next owner's device")
        },
        StorageConformanceCase("devices of live sessions move to another account with their sessions") {
            storage, sample in
            try await storage.add(
                sample.account(), sample.session(), sample.account("other"), sample.session("other", of: "other"))
            // Two accounts with a device of the same installation, such as a shared phone.
            try await storage.add(sample.device(1), sample.device(2, of: "other", session: "other"))
            try await storage.write { transaction throws(StorageError) in
                try transaction.move(AccountID("account"), to: AccountID("other"), in: sample.one)
            }
            let moved = try await storage.devices(of: "other", in: sample.one)
            let digests = moved.map(\.digest)
            try expect(digests.count == 2 && digests.contains(StorageFixture.digest(1)), "a device is lost")
        },
    ]
}

extension Storage {
    func devices(of account: String, in app: AppID) async throws(StorageError) -> [Device] {
        try await read { reader throws(StorageError) in try reader.devices(of: AccountID(account), in: app) }
    }

    func device(_ digest: [UInt8]) async throws(StorageError) -> Device? {
        try await read { reader throws(StorageError) in try reader.device(digest) }
    }
}
