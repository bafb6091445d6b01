import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of the stored form of sessions, revocations and names.
@Suite struct StoredValuesTests {
    let store = MemorySessionStore()

    @Test func `a session is read with all the members it was stored with`() throws {
        var session = Session.sample(
            1,
            user: UserAuthInfo(
                uid: "uid-1", email: "test.user.1@example.com", isAnonymous: false,
                creationDate: Date(timeIntervalSince1970: 1_700_000_000),
                lastSignInDate: Date(timeIntervalSince1970: 1_790_000_000), displayName: "Test User 1",
                photoURL: URL(string: "https://example.com/p?size=96&v=%C3%A9#top"), providers: ["google", "apple"],
                role: "ACTEUR"))
        session.appleUser = Secret("001.user")
        try store.save(session)
        #expect(try store.load() == session)
        #expect(try store.load()?.appleUser == Secret("001.user"))
    }

    @Test func `a session stored just now is usable, and storing it again changes nothing`() throws {
        for step in 0..<1_000 {
            let now = Date(timeIntervalSince1970: 1_795_808_000 + Double(step) * 0.000_37)
            try store.save(Session.sample(1, at: now))
            let held = try #require(try store.load())
            #expect(held.isUsable(for: .seconds(60), at: now))
            #expect(now.timeIntervalSince(held.receivedAt) < 0.001)
            try store.save(held)
            #expect(try store.load() == held)
        }
    }

    @Test func `absent members stay absent`() throws {
        let session = Session.sample(1, user: UserAuthInfo(uid: "uid-2", isAnonymous: true))
        try store.save(session)
        #expect(try store.load() == session)
        #expect(try store.load()?.appleUser == nil)
    }

    @Test func `text is read byte for byte as it was stored`() throws {
        let user = UserAuthInfo(
            uid: Self.odd, email: Self.odd, displayName: Self.odd, providers: [Self.odd, ""], role: Self.odd)
        var session = Session.sample(1, user: user, id: Self.odd)
        session.accessToken = Secret(Self.odd)
        session.refreshToken = Secret(Self.odd)
        try store.save(session)
        let held = try #require(try store.load())
        let texts: [String?] = [
            held.id, held.accessToken.exposed, held.refreshToken.exposed, held.user.uid, held.user.email,
            held.user.displayName, held.user.providers.first, held.user.role,
        ]
        for text in texts {
            #expect(text.map { $0.hasSameBytes(as: Self.odd) } == true)
        }
        #expect(held == session)
    }

    @Test func `a session and sixteen revocations with tokens of 8,000 bytes fit`() throws {
        var session = Session.sample(1)
        session.accessToken = Secret(String(repeating: "x", count: 8_000))
        session.refreshToken = Secret(String(repeating: "y", count: 8_000))
        try store.save(session)
        #expect(try store.load() == session)
        let revocations = (1...AuthManager.revocationLimit).map {
            Revocation(sessionID: "session-\($0)", refreshToken: session.refreshToken, isTentative: true)
        }
        try store.saveRevocations(revocations)
        #expect(try store.loadRevocations() == revocations)
        for item in [StoredItem.session, .revocations] { #expect(try #require(try store.read(item)).count <= 150_000) }
    }

    @Test func `an oversized session or revocation is rejected and changes nothing`() async throws {
        try store.save(.sample(1))
        try store.saveRevocations([Revocation(.sample(1))])
        var session = Session.sample(2)
        session.accessToken = Secret(String(repeating: "x", count: 150_001))
        await expectError(.invalidRequest) { try store.save(session) }
        let long = Revocation(sessionID: "s-2", refreshToken: session.accessToken)
        await expectError(.invalidRequest) { try store.saveRevocations([long]) }
        #expect(try store.load() == .sample(1))
        #expect(try store.loadRevocations() == [Revocation(.sample(1))])
    }

    @Test func `an infinite expiry is read as a date in the far future`() throws {
        var session = Session.sample(1)
        session.expiresAt = Date(timeIntervalSince1970: .infinity)
        try store.save(session)
        #expect(try #require(try store.load()).expiresAt > Date(timeIntervalSince1970: 1e15))
    }

    @Test func `times are read to the millisecond`() throws {
        var session = Session.sample(1)
        session.receivedAt = Date(timeIntervalSince1970: 1_790_000_000.123)
        session.expiresAt = Date(timeIntervalSince1970: 4_102_444_800.999)
        try store.save(session)
        let held = try #require(try store.load())
        for (actual, expected) in [(held.receivedAt, session.receivedAt), (held.expiresAt, session.expiresAt)] {
            #expect(abs(actual.timeIntervalSince(expected)) < 0.001)
        }
    }

    @Test func `revocations are read in order, byte for byte, and an empty list removes the item`() throws {
        let revocations = [
            Revocation(.sample(2)),
            Revocation(sessionID: Self.odd, refreshToken: Secret(Self.odd), isTentative: true), Revocation(.sample(1)),
        ]
        try store.saveRevocations(revocations)
        let held = try store.loadRevocations()
        #expect(held == revocations)
        #expect(held[1].refreshToken.exposed.hasSameBytes(as: Self.odd))
        try store.saveRevocations([])
        #expect(try store.loadRevocations() == [])
        #expect(try store.read(.revocations) == nil)
    }

    @Test func `names are read in order with their parts, and an empty list removes the item`() throws {
        let names = [
            FirstSignInName(appleUser: "002.user", name: PersonName(givenName: "Test", familyName: "User 2")),
            FirstSignInName(appleUser: "only.given", name: PersonName(givenName: Self.odd)),
            FirstSignInName(appleUser: "only.family", name: PersonName(familyName: "User")),
        ]
        try store.saveNames(names)
        let held = try store.loadNames()
        #expect(held == names)
        #expect(held[1].name.givenName.map { $0.hasSameBytes(as: Self.odd) } == true)
        try store.saveNames([])
        #expect(try store.loadNames() == [])
        #expect(try store.read(.names) == nil)
    }

    @Test(arguments: ["", "{", "{}", "[]", "null", #"{"id":"s-1"}"#, "\u{FF}"])
    func `invalid session bytes throw and never read as a missing session`(_ text: String) async throws {
        try store.write(.session, Array(text.utf8))
        await expectError(.storageUnavailable) { _ = try store.load() }
    }

    @Test(arguments: ["", "[", "{}", "null", "7"])
    func `invalid list bytes read as an empty list`(_ text: String) throws {
        try store.write(.revocations, Array(text.utf8))
        try store.write(.names, Array(text.utf8))
        #expect(try store.loadRevocations() == [])
        #expect(try store.loadNames() == [])
    }

    @Test func `an invalid list element is ignored, and the others are read`() throws {
        try store.write(.revocations, Array(#"[7,{"sessionID":"s-1","refreshToken":"r-1"},{"sessionID":"s-2"}]"#.utf8))
        #expect(try store.loadRevocations() == [Revocation(sessionID: "s-1", refreshToken: Secret("r-1"))])
    }

    /// Text that a store could corrupt: quotes, NUL, both normal forms, and characters beyond the basic plane.
    private static let odd =
        "';--\"\u{0}\\%_ \u{E9} e\u{301} \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{202E}\r\n\u{FEFF}"
}
