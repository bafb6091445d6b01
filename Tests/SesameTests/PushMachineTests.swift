import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct PushMachineTests {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let first = PushOwner(uid: "uid-1", session: "s-1")
    let second = PushOwner(uid: "uid-2", session: "s-2")

    private func machine(_ events: PushMachine.Event..., record: StoredPushRegistration = StoredPushRegistration())
        -> PushMachine
    {
        var machine = PushMachine(random: { 0.5 }, makeID: { "i-new" })
        for event in [.restored(record)] + events { _ = machine.handle(event, at: now) }
        return machine
    }

    private func registered(at date: Date? = nil) -> StoredPushRegistration {
        StoredPushRegistration(
            token: .one, installation: .init(id: "i-1", uid: "uid-1"),
            registration: .init(owner: first, token: .one, date: date ?? now))
    }

    @Test func `nothing is done before the storage is restored`() {
        var machine = PushMachine(random: { 0.5 }, makeID: { "i" })
        #expect(machine.handle(.owner(first), at: now).isEmpty)
        #expect(machine.handle(.received(.two), at: now).isEmpty)
        let effects = machine.handle(.restored(registered()), at: now)
        // The token from this launch is newer than the stored one.
        #expect(machine.record.token == .two)
        #expect(effects.contains { if case .askForProfile = $0 { true } else { false } })
    }

    @Test func `a push token received before the storage is restored is stored afterwards`() {
        var machine = PushMachine(random: { 0.5 }, makeID: { "i" })
        _ = machine.handle(.received(.two), at: now)
        #expect(
            machine.handle(.restored(StoredPushRegistration(token: .one)), at: now) == [
                .store(StoredPushRegistration(token: .two))
            ])
        #expect(machine.handle(.restored(StoredPushRegistration(token: .one)), at: now).isEmpty)
        var idle = PushMachine(random: { 0.5 }, makeID: { "i" })
        #expect(idle.handle(.restored(StoredPushRegistration(token: .one)), at: now).isEmpty)
    }

    @Test(arguments: [PushPermission.denied, .notAsked]) func `no push token is requested without permission`(
        permission: PushPermission
    ) {
        var machine = machine(.permission(permission))
        #expect(machine.handle(.owner(first), at: now).isEmpty)
        #expect(machine.handle(.retried, at: now).isEmpty)
        #expect(machine.handle(.permission(.granted), at: now) == [.askForToken(number: 1)])
    }

    @Test func `a registration stays while the signed-in user is unknown`() {
        #expect(machine(.retried, record: registered()).record.registration != nil)
    }

    @Test func `without a signed-in user the registration is removed and the push token stays`() {
        let machine = machine(.owner(nil), record: registered())
        #expect(machine.record == StoredPushRegistration(token: .one))
        #expect(machine.state(at: now) == .pending)
    }

    @Test func `the installation ID is stored before it is sent`() {
        var machine = machine(.owner(first), .received(.one))
        let effects = machine.handle(.profileAnswered(.success(true), number: 1), at: now)
        #expect(
            effects == [
                .store(StoredPushRegistration(token: .one, installation: .init(id: "i-new", uid: "uid-1"))),
                .register(.one, installation: "i-new", first, number: 2),
            ])
    }

    @Test func `the previous user's registration is removed only by its own session, and once`() {
        var machine = machine(.owner(first), .owner(second), record: registered())
        #expect(machine.leave("s-2") == nil)
        #expect(machine.leave("s-1") == "i-1")
        #expect(machine.leave("s-1") == nil)
    }

    @Test func `a late response does not register the next user`() {
        var machine = machine(.owner(first), .received(.one), .profileAnswered(.success(true), number: 1))
        _ = machine.handle(.owner(second), at: now)
        _ = machine.handle(.registered(.success(()), number: 2), at: now)
        #expect(machine.record.registration == nil)
    }

    @Test func `a registration is current for a week, and never when dated in the future`() {
        func state(after seconds: TimeInterval) -> PushState {
            machine(.owner(first), record: registered()).state(at: now + seconds)
        }
        #expect(state(after: 7 * 86_400 - 1) == .registered)
        #expect(state(after: 7 * 86_400) == .pending)
        #expect(state(after: -1) == .pending)
    }

    @Test func `an unavailable push service is asked again later`() {
        var machine = machine(.owner(first), .tokenAnswered(.success(nil), number: 1))
        let effects = machine.handle(.tokenFailed(AuthError(.providerUnavailable, "")), at: now)
        #expect(effects == [.wait(.seconds(1.5), number: 2)])
        #expect(machine.handle(.waited(number: 2), at: now) == [.askForToken(number: 3)])
    }

    @Test func `a permission granted in the settings requests a token without waiting for the retry`() {
        var machine = machine(.owner(first), .tokenAnswered(.failure(.isOffline), number: 1), .permission(.denied))
        #expect(machine.handle(.permission(.granted), at: now) == [.askForToken(number: 3)])
    }

    @Test func `a missing profile is looked up again in the foreground`() {
        var machine = machine(.owner(first), .received(.one), .profileAnswered(.success(false), number: 1))
        #expect(machine.handle(.received(.two), at: now) == [.store(StoredPushRegistration(token: .two))])
        #expect(machine.handle(.retried, at: now) == [.askForProfile(first, number: 2)])
    }

    @Test func `a token received while a retry waits is registered at once`() {
        var machine = machine(.owner(first), .received(.one), .profileAnswered(.success(true), number: 1))
        _ = machine.handle(.registered(.failure(.isOffline), number: 2), at: now)
        let effects = machine.handle(.received(.two), at: now)
        #expect(effects.contains { if case .register(.two, _, _, _) = $0 { true } else { false } })
    }

    /// Checks that a registration always belongs to the signed-in user and requires a profile, after any events in any
    /// order.
    @Test(arguments: 0..<100) func `a token is registered only for the signed-in user, and only with a profile`(
        seed: UInt64
    ) {
        var random = SplitMix(state: seed)
        var machine = PushMachine(random: { 0.5 }, makeID: { "i" })
        var (owner, asked): (PushOwner?, Set<String>) = (nil, [])
        var open: [PushMachine.Effect] = []
        for _ in 0..<200 {
            let event = event(&random, open)
            if case .owner(let next) = event { (owner, asked) = (next, next == owner ? asked : []) }
            if case .profileAnswered(.success(true), _) = event, let owner { asked.insert(owner.uid) }
            if case .profileAppeared(let uid) = event { asked.insert(uid) }
            let effects = machine.handle(event, at: now)
            open += effects
            for case .register(_, _, let target, _) in effects {
                #expect(target == owner)
                #expect(asked.contains(target.uid))
            }
        }
    }

    private func event(_ random: inout SplitMix, _ open: [PushMachine.Effect]) -> PushMachine.Event {
        if Bool.random(using: &random), let effect = open.randomElement(using: &random) {
            let isFine = Bool.random(using: &random)
            switch effect {
            case .askForToken(let number):
                return .tokenAnswered(isFine ? .success(.one) : .failure(.isOffline), number: number)
            case .askForProfile(_, let number): return .profileAnswered(.success(isFine), number: number)
            case .register(_, _, _, let number):
                return .registered(isFine ? .success(()) : .failure(.isOffline), number: number)
            case .wait(_, let number): return .waited(number: number)
            case .store, .cancel: break
            }
        }
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return .owner(first)
        case 1: return .owner(second)
        case 2: return .owner(nil)
        case 3: return .received(.two)
        case 4: return .restored(registered())
        case 5: return .retried
        default: return .permission(.granted)
        }
    }
}
