import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

@Suite struct FirestoreProfileTests {
    let firebase = FirebaseDouble()
    let manager: AuthManager
    let clock = ManualClock()

    init() {
        manager = AuthManager(
            service: FirebaseAuthService(FirebaseDouble.project, transport: firebase), store: MemorySessionStore())
    }

    static let layout: FirestoreProfileLayout = {
        var layout = FirestoreProfileLayout(required: ["name"], steps: OnboardingSteps("about", "goals"))
        layout.kinds = ["birthDate": .day, "relationshipStartDate": .timestamp]
        layout.readOnly = ["isSubscribed"]
        layout.initial = { user in ["id": .string(user.uid), "isSubscribed": false, "partnerCode": ""] }
        return layout
    }()

    func service(_ layout: FirestoreProfileLayout = layout) -> FirestoreProfileService {
        FirestoreProfileService(
            FirebaseDouble.project, layout: layout, auth: manager, transport: firebase, clock: clock.clock)
    }

    func signIn() async throws -> String { try await manager.signInAnonymously().uid }

    func document(_ uid: String) -> JSONObject? { firebase.state.withLock { $0.documents.documents[uid]?.fields } }

    func put(_ uid: String, _ fields: JSONObject) {
        let time = GoogleTime(nanoseconds: 1_700_000_000_000_000_000)
        firebase.state.withLock {
            $0.documents.documents[uid] = FirestoreDocument(fields: fields, createTime: time, updateTime: time)
        }
    }

    @Test func `a first save creates the document with the server's times and the initial fields`() async throws {
        let uid = try await signIn()
        let profile = try await service().save(ProfileChange(fields: ["name": "Test User 1"], version: 0), for: uid)
        let fields = try #require(document(uid))
        #expect(fields["id"] == ["stringValue": .string(uid)])
        #expect(fields["isSubscribed"] == ["booleanValue": false])
        #expect(fields["onboardingInProgress"] == ["booleanValue": true])
        #expect(fields["onboardingStep"] == ["stringValue": "about"])
        for name in ["createdAt", "updatedAt", "lastLoginDate"] { #expect(fields[name]?["timestampValue"] != nil) }
        #expect(profile == (try await service().load(for: uid)))
        #expect(profile.fields["isSubscribed"] == false && profile.onboarding.step == "about")
    }

    @Test func `a later save sends only its fields and times, and leaves the creation time unchanged`() async throws {
        let uid = try await signIn()
        let first = try await service().save(ProfileChange(fields: ["name": "Test User 1"]), for: uid)
        firebase.state.withLock { $0.documents.documents[uid]?.fields["unknown"] = ["vectorValue": 7] }
        let second = try await service().save(ProfileChange(fields: ["city": "Lyon", "motto": .null]), for: uid)
        #expect(document(uid)?["unknown"] == ["vectorValue": 7])
        #expect(second.createdAt == first.createdAt && second.updatedAt > first.updatedAt)
        let sent = try JSONValue(parsing: Array(try #require(firebase.requests.last).body.exposed.utf8))
        let write = try #require(sent["writes"]?.array?.first)
        #expect(write["updateMask"]?["fieldPaths"] == ["city"])
        #expect(write["update"]?["fields"] == ["city": ["stringValue": "Lyon"]])
        #expect(write["currentDocument"]?["updateTime"]?.string?.hasSuffix("000Z") == true)
        #expect(write["updateTransforms"]?.array?.count == 2)
    }

    @Test func `a conflicting save is retried until it succeeds, and an unchanged one is not sent`() async throws {
        let uid = try await signIn()
        _ = try await service().save(ProfileChange(fields: ["name": "Test User 1"]), for: uid)
        firebase.refuse("commit", "the stored version does not match", "FAILED_PRECONDITION")
        firebase.refuse("commit", "contention", status: 409, "ABORTED")
        let saved = try await service().save(ProfileChange(fields: ["city": "Lyon"]), for: uid)
        #expect(saved.fields["city"] == "Lyon")
        let count = firebase.calls.count { $0 == "commit" }
        _ = try await service().save(ProfileChange(fields: ["city": "Lyon"]), for: uid)
        #expect(firebase.calls.count { $0 == "commit" } == count)
    }

    @Test func `a precondition failure without a version change is rejected after three attempts`() async throws {
        let uid = try await signIn()
        _ = try await service().save(ProfileChange(fields: ["name": "Test User 1"]), for: uid)
        for _ in 0..<3 { firebase.refuse("commit", "a rule of the server's", "FAILED_PRECONDITION") }
        await expectError(.invalidRequest) {
            _ = try await service().save(ProfileChange(fields: ["city": "Paris"]), for: uid)
        }
        #expect(firebase.calls.count { $0 == "commit" } == 4)
    }

    @Test func `a save of a document that changes all the time fails after eight attempts`() async throws {
        let uid = try await signIn()
        _ = try await service().save(ProfileChange(fields: ["name": "Test User 1"]), for: uid)
        let transport = RecordingTransport { [firebase] request throws(AuthError) in
            if request.url.path.hasSuffix("commit") {
                firebase.state.withLock { state in
                    guard let time = state.documents.documents[uid]?.updateTime else { return }
                    state.documents.documents[uid]?.updateTime = .init(nanoseconds: time.nanoseconds + 1)
                }
            }
            return try await firebase.send(request)
        }
        let service = FirestoreProfileService(
            FirebaseDouble.project, layout: Self.layout, auth: manager, transport: transport)
        await expectError(.storageUnavailable) {
            _ = try await service.save(ProfileChange(fields: ["city": "Paris"]), for: uid)
        }
        #expect(transport.requests.count { $0.url.path.hasSuffix("commit") } == 8)
    }

    @Test func `each onboarding step is a separate write of one commit`() async throws {
        let uid = try await signIn()
        let steps = ["about", "goals"].map(OnboardingStep.init(rawValue:))
        let saved = try await service().save(ProfileChange(fields: ["name": "Test User 1"], steps: steps), for: uid)
        #expect(saved.onboarding.step == "goals")
        #expect(saved == (try await service().load(for: uid)))
        let request = try #require(firebase.requests.last { $0.url.path.hasSuffix("commit") })
        let writes = try #require(try JSONValue(parsing: Array(request.body.exposed.utf8))["writes"]?.array)
        #expect(
            writes.map { $0["update"]?["fields"]?["onboardingStep"]?["stringValue"]?.string } == ["about", "goals"])
        #expect(writes[0]["currentDocument"]?["exists"] == false && writes[1]["currentDocument"] == nil)
        #expect(writes[0]["updateTransforms"]?.array?.count == 1 && writes[1]["updateTransforms"]?.array?.count == 2)
        #expect(writes[1]["updateMask"]?["fieldPaths"] == ["onboardingStep"])
    }

    @Test func `a profile is missing only if Firestore says so of this very document`() async throws {
        let uid = try await signIn()
        #expect(try await service().load(for: uid) == nil)
        firebase.refuse("batchGet", "The database (default) does not exist", status: 404, "NOT_FOUND")
        await expectError(.notFound) { _ = try await service().load(for: uid) }
        let answers = [
            "[]", "<html>", "{}", #"[{"missing":"projects/couple-1a2b3/databases/(default)/documents/users/other"}]"#,
            #"[{"found":{"name":"x"}}]"#,
        ]
        for answer in answers {
            firebase.answer("batchGet", 200, answer)
            await expectError(.providerUnavailable) { _ = try await service().load(for: uid) }
        }
        firebase.answer("batchGet", 503)
        await expectError(.storageUnavailable) { _ = try await service().load(for: uid) }
        firebase.isOffline = true
        await expectError(.offline) { _ = try await service().load(for: uid) }
    }

    @Test func `a stored field of a wrong type leaves the others readable, and null is no value`() async throws {
        let uid = try await signIn()
        put(
            uid,
            [
                "name": ["integerValue": "7"], "city": ["stringValue": "Lyon"], "motto": ["nullValue": .null],
                "odd": ["vectorValue": 1], "onboardingInProgress": ["stringValue": "yes"],
                "createdAt": ["stringValue": "long ago"],
            ])
        let profile = try #require(try await service().load(for: uid))
        #expect(profile[.string("name")] == nil && profile[.string("city")] == "Lyon")
        #expect(profile.fields["motto"] == nil && profile.fields["odd"] == nil)
        #expect(profile.createdAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(profile.onboarding.state == .completed)
    }

    @Test func `an unfinished onboarding is recognized with either flag or none`() async throws {
        let uid = try await signIn()
        put(uid, ["onboardingInProgress": ["booleanValue": true], "name": ["stringValue": "Test User 1"]])
        #expect(try await service().load(for: uid)?.progress == .inProgress(nil))
        put(uid, ["city": ["stringValue": "Lyon"]])
        #expect(try await service().load(for: uid)?.progress == .inProgress(nil))
        var layout = Self.layout
        layout.flag = .completed("isProfileComplete")
        put(uid, ["isProfileComplete": ["booleanValue": false], "name": ["stringValue": "Test User 1"]])
        #expect(try await service(layout).load(for: uid)?.progress == .inProgress(nil))
        #expect(try await service(layout).complete(for: uid).progress == .finished)
        #expect(document(uid)?["isProfileComplete"] == ["booleanValue": true])
    }

    @Test(arguments: ["1990-05-17T00:00:00Z", "1990-05-16T22:00:00Z", "1990-05-17T11:59:59Z", "1990-05-16T12:00:00Z"])
    func `a birthday is the intended day, whatever time zone its timestamp was written in`(_ moment: String)
        async throws
    {
        let uid = try await signIn()
        put(uid, ["birthDate": ["timestampValue": .string(moment)], "onboardingInProgress": ["booleanValue": true]])
        let profile = try #require(try await service().load(for: uid))
        #expect(profile[.day("birthDate")]?.text == "1990-05-17")
        _ = try await service().save(ProfileChange(fields: ["birthDate": "1990-05-17"]), for: uid)
        #expect(!firebase.calls.contains("commit"))
        _ = try await service().save(ProfileChange(fields: ["birthDate": "1990-05-18"]), for: uid)
        #expect(document(uid)?["birthDate"] == ["timestampValue": "1990-05-18T00:00:00Z"])
    }

    @Test func `a day stored as a string stays one, and the layout decides what becomes a timestamp`()
        async throws
    {
        let uid = try await signIn()
        put(uid, ["birthDate": ["stringValue": "1990-05-17"], "onboardingInProgress": ["booleanValue": true]])
        let moment = "2020-01-02T03:04:05Z"
        _ = try await service().save(
            ProfileChange(fields: ["birthDate": "1990-05-18", "relationshipStartDate": .string(moment)]), for: uid)
        #expect(document(uid)?["birthDate"] == ["stringValue": "1990-05-18"])
        #expect(document(uid)?["relationshipStartDate"] == ["timestampValue": .string(moment)])
    }

    @Test func `read-only fields and those that the library writes cannot be changed`() async throws {
        let uid = try await signIn()
        _ = try await service().save(ProfileChange(fields: ["name": "Test User 1"]), for: uid)
        for name in [
            "isSubscribed", "createdAt", "updatedAt", "lastLoginDate", "onboardingInProgress", "onboardingStep",
        ] {
            let error = await expectError(.readOnlyField) {
                _ = try await service().save(ProfileChange(fields: [name: "mine"]), for: uid)
            }
            #expect(error?.fields == ["fields.\(name)"])
        }
        _ = try await service().save(ProfileChange(fields: ["isSubscribed": false, "city": "Lyon"]), for: uid)
        #expect(document(uid)?["city"] == ["stringValue": "Lyon"])
    }

    @Test func `a field that the project's rules guard is read-only, and other denials are errors`() async throws {
        let uid = try await signIn()
        _ = try await service().save(ProfileChange(fields: ["name": "Test User 1"]), for: uid)
        firebase.state.withLock { $0.documents.guarded = ["partnerId"] }
        await expectError(.readOnlyField) {
            _ = try await service().save(ProfileChange(fields: ["partnerId": "uid-9"]), for: uid)
        }
        firebase.refuse("batchGet", "Missing or insufficient permissions.", status: 403, "PERMISSION_DENIED")
        await expectError(.invalidRequest) { _ = try await service().load(for: uid) }
        firebase.answer(
            "commit", 403,
            #"{"error":{"code":403,"message":"blocked","status":"PERMISSION_DENIED","details":[{"reason":"API_KEY_IOS_APP_BLOCKED"}]}}"#
        )
        await expectError(.invalidRequest) {
            _ = try await service().save(ProfileChange(fields: ["city": "Lyon"]), for: uid)
        }
    }

    @Test func `a document for users of one provider cannot be written by others`() async throws {
        let uid = try await signIn()
        var layout = Self.layout
        layout.providers = ["apple"]
        await expectError(.providerRequired) {
            _ = try await service(layout).save(ProfileChange(fields: ["name": "Test User 1"]), for: uid)
        }
        await expectError(.providerRequired) { try await service(layout).create(for: uid) }
        await expectError(.providerRequired) { _ = try await service(layout).complete(for: uid) }
        try await manager.upgrade(with: .apple(1, try await manager.nonce(for: .linking)))
        _ = try await service(layout).save(ProfileChange(fields: ["name": "Test User 1"]), for: uid)
    }

    @Test func `a document created in advance is created once and used by the next save`() async throws {
        let uid = try await signIn()
        let made = try await service().create(for: uid)
        #expect(made.progress == .inProgress(nil) && made.fields["partnerCode"] == "")
        #expect(try await service().create(for: uid).version == made.version)
        let saved = try await service().save(
            ProfileChange(
                fields: ["name": "Test User 1"], steps: ["about", "goals"].map(OnboardingStep.init(rawValue:))),
            for: uid)
        #expect(saved.createdAt == made.createdAt && saved.onboarding.step == "goals")
    }

    @Test func `an older document without a required field can still be changed`() async throws {
        let uid = try await signIn()
        put(uid, ["onboardingInProgress": ["booleanValue": false]])
        let saved = try await service().save(ProfileChange(fields: ["city": "Lyon"]), for: uid)
        #expect(saved.missing == ["name"] && saved.onboarding.state == .completed)
    }

    @Test func `a rejected token is refreshed once`() async throws {
        let uid = try await signIn()
        firebase.refuse("batchGet", "Missing or invalid authentication.", status: 401, "UNAUTHENTICATED")
        #expect(try await service().load(for: uid) == nil)
        #expect(firebase.calls.suffix(3) == ["batchGet", "token", "batchGet"])
        for _ in 0..<2 {
            firebase.refuse("batchGet", "Missing or invalid authentication.", status: 401, "UNAUTHENTICATED")
        }
        await expectError(.notAuthenticated) { _ = try await service().load(for: uid) }
    }

    @Test func `a uid that is not a valid document name is rejected`() async throws {
        let requests = FirestoreRequests(
            requests: FirebaseRequests(project: FirebaseDouble.project, transport: firebase), collection: "users")
        for uid in ["", "a/b", ".", ".."] {
            await expectError(.invalidRequest) { _ = try requests.name(of: uid) }
        }
    }

    @Test func `a profile store holds offline changes and sends them to Firestore later`() async throws {
        let uid = try await signIn()
        let store = ProfileStore(service: service(), auth: manager, storage: .memory, steps: Self.layout.steps)
        let user = try #require(manager.auth)
        guard case .missing = await store.load(for: user) else {
            Issue.record("there is a document")
            return
        }
        var draft = try await store.draft()
        draft[.string("name")] = "Test User 1"
        firebase.isOffline = true
        guard case .queued = try await store.save(draft, at: OnboardingStep(rawValue: "goals")) else {
            Issue.record("not queued")
            return
        }
        firebase.isOffline = false
        await store.sendPendingChanges()
        #expect(document(uid)?["name"] == ["stringValue": "Test User 1"])
        #expect(document(uid)?["onboardingStep"] == ["stringValue": "goals"])
        #expect(try await store.complete(try await store.draft()).onboarding.state == .completed)
        #expect(document(uid)?["onboardingInProgress"] == ["booleanValue": false])
        #expect(document(uid)?["onboardingStep"] == ["stringValue": "goals"])
        #expect(try await service().load(for: uid)?.onboarding == OnboardingStatus(state: .completed))
    }
}
