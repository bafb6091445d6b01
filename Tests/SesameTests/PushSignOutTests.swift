import Foundation
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct PushSignOutTests {
    let rig = PushRig()

    @Test func `the registration is taken back before the session is revoked`() async throws {
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

    @Test func `nobody is signed in while the registration is taken back, and no one else revokes`() async throws {
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

    @Test func `without a network the sign-out goes on, and the next person is registered`() async throws {
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

    @Test func `a registration that is on its way is taken back, too`() async throws {
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

    @Test func `what was never registered is not taken back`() async throws {
        _ = await rig.launch()
        try await rig.signIn()
        await rig.manager.signOut()
        #expect(rig.service.count(of: .remove) == 0)
        #expect(rig.auth.revoked == ["r-1"])
    }

    @Test func `a crash between sign-out and note registers nobody under the last one's name`() async throws {
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
