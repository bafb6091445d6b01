import Foundation
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct PushSignOutTests {
    let rig = PushRig()

    @Test func `the registration is removed before the session is revoked`() async throws {
        let registrar = try await rig.registered()
        let auth = rig.auth
        let revokedBefore = Locked<Int?>(nil)
        rig.service.whenRemoved { revokedBefore.withLock { $0 = auth.count(of: .revoke) } }
        await rig.manager.signOut()
        #expect(rig.service.removedSessionIDs == ["s-1"])
        #expect(revokedBefore.withLock { $0 } == 0)
        #expect(auth.revoked == ["r-1"])
        #expect(rig.service.registrations.isEmpty)
        #expect(await eventually { registrar.state == .pending })
        #expect(rig.log.lines.contains("push_removed"))
    }

    @Test func `during the removal the user is signed out and the session is not revoked yet`() async throws {
        _ = try await rig.registered()
        rig.service.hold(.remove)
        let manager = rig.manager
        let signOut = Task { await manager.signOut() }
        #expect(await eventually { rig.service.count(of: .remove) == 1 })
        #expect(manager.auth == nil)
        await manager.sendPendingRevocations()
        #expect(rig.auth.count(of: .revoke) == 0)
        rig.service.release(.remove)
        await signOut.value
        #expect(rig.auth.revoked == ["r-1"])
    }

    @Test func `without a network the sign-out succeeds and the next user is registered`() async throws {
        let registrar = try await rig.registered()
        rig.service.fail(.remove, with: .isOffline)
        rig.auth.fail(.revoke, with: .isOffline)
        await rig.manager.signOut()
        #expect(registrar.state == .pending)
        #expect(rig.log.lines.contains("push_removal_failed code=offline"))
        rig.auth.fail(.revoke, with: nil)
        try await rig.signIn(.second)
        #expect(await eventually { rig.service.registrations.map(\.uid) == ["uid-2"] })
        #expect(await eventually { rig.auth.revoked == ["r-1"] })
    }

    @Test func `a registration in flight is removed at sign-out, too`() async throws {
        let registrar = await rig.launch()
        rig.service.hold(.register)
        await registrar.didReceive(.one)
        try await rig.signIn()
        #expect(await eventually { rig.service.count(of: .register) == 1 })
        await rig.manager.signOut()
        #expect(rig.service.removedSessionIDs == ["s-1"])
        rig.service.release(.register)
        #expect(await eventually { registrar.state == .pending })
    }

    @Test func `without a registration nothing is removed at sign-out`() async throws {
        _ = await rig.launch()
        try await rig.signIn()
        await rig.manager.signOut()
        #expect(rig.service.count(of: .remove) == 0)
        #expect(rig.auth.revoked == ["r-1"])
    }

    @Test func `after a sign-out that could not be stored, the next user gets a new installation ID`() async throws {
        let registrar = try await rig.registered()
        let first = rig.service.registrations
        rig.storage.fail(.write, with: .isFull)
        await rig.manager.signOut()
        _ = registrar
        rig.storage.fail(with: nil)
        let restarted = await rig.launch()
        try await rig.signIn(.second)
        #expect(await eventually { restarted.state == .registered })
        let installations = rig.service.registrations.map(\.installation)
        #expect(!installations.contains(first[0].installation))
    }
}
