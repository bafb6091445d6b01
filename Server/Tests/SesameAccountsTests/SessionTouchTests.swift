import Foundation
import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

struct SessionTouchTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let policy = SessionPolicy(accessTokenLifetime: 900, idleTimeout: 8_000, absoluteTimeout: 20_000)

    private func session() throws -> Session {
        Session(
            id: SessionID("s"), app: try #require(AppID("couple")), account: AccountID("a"), method: .google,
            policy: policy, at: start)
    }

    @Test func `the first use is recorded at once, the next after a quarter of the idle limit`()
        throws
    {
        var session = try session()
        let isFirstNoted = session.touch(policy, at: start.addingTimeInterval(1))
        #expect(isFirstNoted)
        #expect(session.acknowledgedGeneration == 0 && session.idleExpiresAt == start.addingTimeInterval(8_001))
        let noted = session
        let isSecondNoted = session.touch(policy, at: start.addingTimeInterval(2_000))
        #expect(!isSecondNoted && session == noted)
        let isThirdNoted = session.touch(policy, at: start.addingTimeInterval(2_001))
        #expect(isThirdNoted)
        #expect(session.endsAt == start.addingTimeInterval(10_001))
        #expect(Session.touchInterval(SessionPolicy()) == 86_400)
    }

    @Test func `a use never extends a session beyond its end, and a clock set back does not shorten it`() throws {
        var session = try session()
        session.extend(policy, at: start.addingTimeInterval(19_000))
        #expect(session.endsAt == start.addingTimeInterval(20_000))
        let before = session
        session.extend(policy, at: start)
        #expect(session == before)
    }
}

struct SignedSessionIDTests {
    private let id = SessionID("00000000000000000000000001")

    private func pass(_ seed: Int, _ prefix: String = "ss_") throws -> SignedSessionID {
        SignedSessionID(prefix: prefix, key: try MasterKey.test(seed).key(for: .sessionSecrets))
    }

    @Test func `a signed session id is read only with its own key and prefix`() throws {
        let text = try pass(7).text(of: id)
        #expect(text.exposed.hasPrefix("ss_") && !text.exposed.contains(id.description))
        #expect(try pass(7).session(of: text) == id)
        #expect(try pass(8).session(of: text) == nil)
        #expect(try pass(7, "ws_").session(of: text) == nil)
    }

    @Test func `a signed session id can name its account`() throws {
        let read = try pass(7).read(try pass(7).text(of: id, account: AccountID("apple_00")))
        #expect(read?.session == id && read?.account.description == "apple_00")
    }

    @Test func `a changed signed session id is rejected`() throws {
        let text = Array(try pass(7).text(of: id).exposed)
        for index in text.indices {
            var changed = text
            changed[index] = changed[index] == "A" ? "B" : "A"
            #expect(try pass(7).session(of: Secret(String(changed))) == nil, "at \(index)")
        }
        #expect(try pass(7).session(of: Secret(String(text.dropLast()))) == nil)
        #expect(try pass(7).session(of: Secret(String(text) + "AAAA")) == nil)
    }

    @Test func `web pages and Appwrite clients use different keys`() throws {
        let key = try MasterKey.test()
        #expect(
            key.key(for: .sessionSecrets).code(for: Array(id.description.utf8))
                != key.key(for: .webSessions).code(for: Array(id.description.utf8)))
    }
}

struct AppwriteSettingsTests {
    @Test(arguments: ["familysync", "a", "5f1c.b-c_d", String(repeating: "a", count: 36)])
    func `a valid Appwrite project id is accepted`(id: String) {
        #expect(AppwriteSettings(projectID: id)?.projectID == id)
    }

    @Test(arguments: ["", ".a", "-a", "_a", "a b", "a;b", "é", "unique()", String(repeating: "a", count: 37)])
    func `an invalid Appwrite project id is rejected`(id: String) {
        #expect(AppwriteSettings(projectID: id) == nil)
    }

    @Test func `an Appwrite project is found only by the exact bytes of its id`() throws {
        let app = App(id: try #require(AppID("a")), appwrite: AppwriteSettings(projectID: "projectK"))
        let apps = AppDirectory([app, App(id: try #require(AppID("b")))])
        #expect(apps.app(appwriteProject: "projectK")?.id == app.id)
        // The kelvin sign is canonically equivalent to the letter.
        #expect(apps.app(appwriteProject: "project\u{212a}") == nil)
        #expect(apps.hasAppwriteProjects && !AppDirectory([]).hasAppwriteProjects)
    }
}
