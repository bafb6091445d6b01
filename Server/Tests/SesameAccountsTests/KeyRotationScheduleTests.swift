import Foundation
import Testing

@testable import SesameAccounts

struct KeyRotationScheduleTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let schedule = KeyRotationSchedule(rotationPeriod: 1000, leadTime: 100, retirementPeriod: 50)

    private func key(_ id: String, signsFrom offset: TimeInterval) -> SealedSigningKey {
        let signsFrom = start.addingTimeInterval(offset)
        return SealedSigningKey(id: id, sealed: [], publishedAt: signsFrom, signsFrom: signsFrom)
    }

    @Test func `the first key signs at once`() {
        #expect(schedule.plan([], at: start) == .init(next: .signing(from: start), expired: []))
    }

    @Test func `a young key needs no successor`() {
        #expect(
            schedule.plan([key("a", signsFrom: 0)], at: start.addingTimeInterval(899))
                == .init(next: .none, expired: []))
    }

    @Test func `a successor is published before it signs`() {
        let now = start.addingTimeInterval(900)
        #expect(
            schedule.plan([key("a", signsFrom: 0)], at: now)
                == .init(next: .signing(from: now.addingTimeInterval(100)), expired: []))
    }

    @Test func `a key stays published until its last token has expired`() {
        let keys = [key("b", signsFrom: 1000), key("a", signsFrom: 0)]
        #expect(schedule.plan(keys, at: start.addingTimeInterval(1149)).expired == [])
        #expect(schedule.plan(keys, at: start.addingTimeInterval(1150)).expired == ["a"])
    }

    @Test func `keys are published before use for longer than the key set is cached`() {
        #expect(KeyRotationSchedule(retirementPeriod: 900).leadTime > KeyRotationSchedule.jwksMaxAge)
    }
}
