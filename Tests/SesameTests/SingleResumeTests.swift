import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct SingleResumeTests {
    /// A system sheet that retains its delegate until ``letGo()``.
    final class Sheet: Sendable {
        let delegate = Locked<SingleResume<Int>?>(nil)

        func present(_ resume: SingleResume<Int>) { delegate.withLock { $0 = resume } }

        func letGo() { delegate.withLock { $0 = nil } }
    }

    let sheet = Sheet()

    func begin(onCancel: @escaping @Sendable () -> Void = {}) async -> Task<Int, any Error> {
        let task = Task { [sheet] in
            try await SingleResume.wait(onCancel: onCancel) { sheet.present($0) }
        }
        #expect(await eventually { sheet.delegate.withLock { $0 != nil } })
        return task
    }

    @Test func `the first outcome counts, and later ones are ignored`() async throws {
        let task = await begin()
        let resume = try #require(sheet.delegate.withLock { $0 })
        #expect(resume.resume(returning: 1))
        #expect(!resume.resume(returning: 2))
        #expect(!resume.resume(throwing: .isOffline))
        #expect(try await task.value == 1)
    }

    @Test func `an outcome delivered before the wait is not lost`() async throws {
        let value = try await SingleResume.wait { $0.resume(returning: 7) }
        #expect(value == 7)
        await expectError(.offline) { _ = try await SingleResume<Int>.wait { $0.resume(throwing: .isOffline) } }
    }

    @Test func `a sheet released without an outcome cancels the wait`() async {
        let task = await begin()
        sheet.letGo()
        await expectError(.cancelled) { _ = try await task.value }
        await expectError(.cancelled) { _ = try await SingleResume<Int>.wait { _ in } }
    }

    @Test func `a cancelled task returns at once, dismisses the sheet once, and ignores a late outcome`() async throws {
        let taken = Locked(0)
        let task = await begin { taken.withLock { $0 += 1 } }
        task.cancel()
        await expectError(.cancelled) { _ = try await task.value }
        #expect(sheet.delegate.withLock { $0 }?.resume(returning: 1) == false)
        #expect(taken.withLock { $0 } == 1)
    }

    @Test func `a cancellation after the outcome does not dismiss the sheet`() async throws {
        let taken = Locked(0)
        let task = await begin { taken.withLock { $0 += 1 } }
        sheet.delegate.withLock { $0 }?.resume(returning: 1)
        #expect(try await task.value == 1)
        task.cancel()
        #expect(taken.withLock { $0 } == 0)
    }

    /// A simplified Apple sheet, whose result arrives through a delegate.
    struct SheetSource: CredentialSource {
        let sheet: Sheet
        let shown: Locked<Int>

        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            shown.withLock { $0 += 1 }
            let number = try await SingleResume.wait { sheet.present($0) }
            return .apple(user: "u-\(number)")
        }
    }

    @Test func `a double tap and a sheet that responds twice make one attempt`() async throws {
        let (clock, shown) = (ManualClock(), Locked(0))
        let service = MockAuthService(clock: clock.clock, users: [.first])
        let manager = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        let source = SheetSource(sheet: sheet, shown: shown)
        let first = Task { try await manager.signIn(using: source) }
        #expect(await eventually { sheet.delegate.withLock { $0 != nil } })
        await expectError(.throttled) { _ = try await manager.signIn(using: source) }
        let resume = sheet.delegate.withLock { $0 }
        #expect(resume?.resume(returning: 1) == true)
        #expect(resume?.resume(returning: 2) == false)
        _ = try await first.value
        #expect(shown.withLock { $0 } == 1)
        #expect(service.count(of: .exchange) == 1)
    }

    @Test func `after a sheet is released, the next attempt is allowed at once`() async throws {
        let (clock, shown) = (ManualClock(), Locked(0))
        let manager = AuthManager(
            service: MockAuthService(clock: clock.clock, users: [.first]), store: MemorySessionStore(),
            clock: clock.clock)
        let source = SheetSource(sheet: sheet, shown: shown)
        for _ in 0..<2 {
            let attempt = Task { try await manager.signIn(using: source) }
            #expect(await eventually { sheet.delegate.withLock { $0 != nil } })
            sheet.letGo()
            await expectError(.cancelled) { _ = try await attempt.value }
        }
        #expect(shown.withLock { $0 } == 2)
    }

    @Test func `nothing is retained once the wait ends`() async throws {
        weak var held: SingleResume<Int>?
        _ = try await SingleResume.wait { resume in
            held = resume
            resume.resume(returning: 1)
        }
        #expect(held == nil)
    }

    @Test func `an event delivered a hundred times concurrently ends one wait once`() async throws {
        let task = await begin()
        let resume = try #require(sheet.delegate.withLock { $0 })
        let count = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 { group.addTask { resume.resume(returning: number) } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
        _ = try await task.value
    }
}
