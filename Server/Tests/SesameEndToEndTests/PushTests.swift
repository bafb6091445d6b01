import Foundation
import Sesame
import SesameCore
import SesameDevelopmentProviders
import SesameWire
import Testing

/// Tests of the SDK's push registrations with the real server.
struct PushTests {
    private let token = PushToken(.fcmToken, Secret("token-of-the-phone-of-test-users-1-and-2"))

    @Test func `a push token received before sign-in is registered afterwards, even after a restart`() async throws {
        try await RunningServer.run { server in
            let phone = Phone(server)
            await phone.registrar.didReceive(token)
            let restarted = await phone.restarted()
            try await restarted.receivingPushes {
                _ = try await restarted.signIn()
                #expect(await eventually { restarted.registrar.state == .registered })
                let devices = try await restarted.devices()
                #expect(devices.map(\.kind) == [.fcmToken])
                #expect(devices.map(\.isCurrent) == [true])
            }
        }
    }

    @Test func `a user's two devices are both registered, and a new push token replaces the old one`() async throws {
        try await RunningServer.run { server in
            let (phone, tablet) = (Phone(server), Phone(server, name: "tablet"))
            for (number, device) in [phone, tablet].enumerated() {
                try await device.receivingPushes {
                    _ = try await device.signIn()
                    await device.registrar.didReceive(PushToken(.fcmToken, Secret("token-\(number)-of-test-user-1")))
                    #expect(await eventually { device.registrar.state == .registered })
                    await device.registrar.didReceive(PushToken(.fcmFID, Secret("fid-\(number)-of-test-user-1")))
                    #expect(await eventually { device.registrar.state == .registered })
                }
            }
            #expect(try await phone.devices().map(\.kind) == [.fcmFID, .fcmFID])
        }
    }

    @Test func `signing out removes the device registration before it ends the session`() async throws {
        try await RunningServer.run { server in
            let (phone, tablet) = (Phone(server), Phone(server, name: "tablet"))
            _ = try await tablet.signIn()
            try await phone.receivingPushes {
                _ = try await phone.signIn()
                await phone.registrar.didReceive(token)
                #expect(await eventually { phone.registrar.state == .registered })
                #expect(try await tablet.devices().count == 1)
                await phone.manager.signOut()
                #expect(phone.registrar.state == .pending)
            }
            let ends = phone.network.requests.suffix(2)
            #expect(ends.first?.hasPrefix("DELETE /v1/me/devices/") == true)
            #expect(ends.last == "DELETE /v1/sessions/current")
            #expect(try await tablet.devices().isEmpty)
        }
    }

    @Test func `on a shared device only the last user to sign in has a device registration`() async throws {
        try await RunningServer.run { server in
            let (phone, tablet) = (Phone(server), Phone(server, name: "tablet"))
            _ = try await tablet.signIn(1)
            try await phone.receivingPushes {
                _ = try await phone.signIn(1)
                await phone.registrar.didReceive(token)
                #expect(await eventually { phone.registrar.state == .registered })
                let first = try await phone.devices().map(\.installation)
                // Without a network the sign-out does not reach the server, so the next user's registration must be
                // enough.
                phone.network.condition = .isCut
                await phone.manager.signOut()
                phone.network.condition = .works
                _ = try await phone.signIn(2)
                #expect(await eventually { phone.registrar.state == .registered })
                let second = try await phone.devices().map(\.installation)
                #expect(second.count == 1)
                #expect(second != first)
            }
            #expect(try await tablet.devices().isEmpty)
        }
    }

    @Test func `an upgraded guest still has the device registration`() async throws {
        try await RunningServer.run { server in
            let phone = Phone(server)
            try await phone.receivingPushes {
                try await phone.manager.signInAnonymously()
                await phone.registrar.didReceive(token)
                #expect(await eventually { phone.registrar.state == .registered })
                let source = MintedCredential(server: server, provider: .google, user: 1)
                let credential = try await source.linkable(for: phone.manager.request(for: .linking))
                try await phone.manager.upgrade(with: credential)
                #expect(try await eventually { try await phone.devices().map(\.isCurrent) == [true] })
            }
        }
    }

    private func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
        for _ in 0..<2_000 {
            if try await condition() { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}
