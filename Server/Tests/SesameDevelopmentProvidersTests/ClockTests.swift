import Foundation
import NIOHTTP1
import SesameCore
import SesameDevelopmentProviders
import Testing

@Suite struct `The development clock` {
    let rig = Rig()

    private func post(_ body: JSONValue) async throws -> JSONValue? {
        try await rig.json(.POST, "/__dev/clock", body)["shiftSeconds"]
    }

    @Test func `a shift is set, changed and reset`() async throws {
        #expect(try await post(["shiftSeconds": 3_600]) == 3_600)
        #expect(try await post(["advanceSeconds": -60]) == 3_540)
        #expect(rig.providers.clock.now == Rig.start.addingTimeInterval(3_540))
        #expect(try await post(["reset": true]) == 0)
        #expect(rig.providers.clock.now == Rig.start)
    }

    @Test func `the clock reports its shift and its time`() async throws {
        try rig.providers.clock.setOffset(60)
        #expect(
            try await rig.json(.GET, "/__dev/clock")
                == ["shiftSeconds": 60, "now": "2027-01-15T08:01:00Z", "epochSeconds": 1_800_000_060])
    }

    @Test func `tokens are issued at the shifted time`() async throws {
        try rig.providers.clock.setOffset(-7_200)
        let token = try await rig.providers.google.mint(MintRequest(client: .app("castmate")))
        #expect(token.claims["iat"] == .integer(1_800_000_000 - 7_200))
    }

    @Test(
        arguments: [
            ([:], "one of shiftSeconds, advanceSeconds, reset is required"),
            (["reset": false], "one of shiftSeconds, advanceSeconds, reset is required"),
            (["shiftSeconds": 1, "advanceSeconds": 1], "only one"),
            (["shiftSeconds": "1"], "integer"),
            (["shiftSeconds": true], "integer"),
            (["shiftSeconds": 9_223_372_036_854_775_807], "at most"),
            (["advanceSeconds": -9_223_372_036_854_775_808], "at most"),
        ] as [(JSONValue, String)])
    func `an invalid shift is rejected and changes nothing`(_ body: JSONValue, _ hint: String) async throws {
        try rig.providers.clock.setOffset(-5)
        #expect(try await rig.refusal(.POST, "/__dev/clock", body).contains(hint))
        #expect(rig.providers.clock.offset == -5)
    }

    @Test func `the clock runs on between shifts`() throws {
        let base = LockedDate(Rig.start)
        let clock = DevelopmentClock { base.date }
        try clock.advance(by: 10)
        base.date = Rig.start.addingTimeInterval(1)
        #expect(clock.now == Rig.start.addingTimeInterval(11))
    }
}

private final class LockedDate: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Date

    init(_ date: Date) {
        value = date
    }

    var date: Date {
        get { lock.withLock { value } }
        set { lock.withLock { value = newValue } }
    }
}
