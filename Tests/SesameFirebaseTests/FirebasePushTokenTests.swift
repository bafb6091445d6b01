import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

@Suite struct FirebasePushTokenTests {
    let firebase = FirebaseDouble()
    let manager: AuthManager
    static let token = PushToken(.fcmToken, Secret("token-one-of-the-device-of-test-user-1"))

    init() {
        manager = AuthManager(
            service: FirebaseAuthService(FirebaseDouble.project, transport: firebase), store: MemorySessionStore())
    }

    func service(_ fields: FirestorePushFields = FirestorePushFields()) -> FirebasePushTokenService {
        FirebasePushTokenService(FirebaseDouble.project, fields: fields, auth: manager, transport: firebase)
    }

    /// Signs in a user and creates the user's document.
    func signIn(_ person: Int = 1) async throws -> Session {
        let session = try await manager.signIn(with: .google(person, try await manager.nonce(for: .signIn))).session
        try await FirestoreProfileService(
            FirebaseDouble.project, layout: FirestoreProfileLayout(), auth: manager, transport: firebase
        ).create(for: session.user.uid)
        return session
    }

    func document(_ session: Session) -> JSONObject? {
        firebase.state.withLock { $0.documents.documents[session.user.uid]?.fields }
    }

    var told: [JSONObject] { firebase.state.withLock { $0.documents.told } }

    @Test func `a push token is stored with the server's time and sent to the function`() async throws {
        let session = try await signIn()
        try await service().register(Self.token, installation: "i-1", for: session.user.uid)
        #expect(document(session)?["fcmToken"] == ["stringValue": .string(Self.token.value.exposed)])
        #expect(document(session)?["fcmTokenLastUpdated"]?["timestampValue"] != nil)
        #expect(document(session)?["id"] != nil)
        #expect(
            told == [["userId": .string(session.user.uid), "fcmToken": .string(Self.token.value.exposed)]])
        #expect(firebase.requests.last?.url.absoluteString.hasSuffix("cloudfunctions.net/store_fcm_token") == true)
    }

    @Test func `when only the function fails, only the function is called again`() async throws {
        let session = try await signIn()
        let service = service()
        firebase.answer("store_fcm_token", 503)
        await expectError(.storageUnavailable) {
            try await service.register(Self.token, installation: "i-1", for: session.user.uid)
        }
        let count = firebase.calls.count { $0 == "commit" }
        try await service.register(Self.token, installation: "i-1", for: session.user.uid)
        #expect(firebase.calls.count { $0 == "commit" } == count && told.count == 1)
        // The next registration is complete again.
        try await service.register(Self.token, installation: "i-1", for: session.user.uid)
        #expect(firebase.calls.count { $0 == "commit" } == count + 1 && told.count == 2)
    }

    @Test func `another push token is stored although the function failed for the last one`() async throws {
        let session = try await signIn()
        let service = service()
        firebase.answer("store_fcm_token", 503)
        await expectError(.storageUnavailable) {
            try await service.register(Self.token, installation: "i-1", for: session.user.uid)
        }
        let other = PushToken(.fcmToken, Secret("token-two"))
        try await service.register(other, installation: "i-1", for: session.user.uid)
        #expect(document(session)?["fcmToken"] == ["stringValue": "token-two"])
    }

    @Test func `no push token is stored without a document`() async throws {
        let session = try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn))).session
        await expectError(.notFound) {
            try await service().register(Self.token, installation: "i-1", for: session.user.uid)
        }
        #expect(document(session) == nil && told.isEmpty)
    }

    @Test func `other kinds of push token are rejected`() async throws {
        let session = try await signIn()
        for kind in [DeviceKind.apns, .fcmFID] {
            await expectError(.invalidRequest) {
                try await service().register(
                    PushToken(kind, Secret("token")), installation: "i-1", for: session.user.uid)
            }
        }
    }

    @Test func `removing the newest push token makes the other device's the newest`() async throws {
        let session = try await signIn()
        let other = PushToken(.fcmToken, Secret("token-two"))
        try await service().register(other, installation: "i-2", for: session.user.uid)
        try await service().register(Self.token, installation: "i-1", for: session.user.uid)
        try await service().remove(installation: "i-1", of: session)
        #expect(document(session)?["fcmToken"] == ["stringValue": "token-two"])
        try await service().remove(installation: "i-1", of: session)
        #expect(document(session)?["fcmToken"] == ["stringValue": "token-two"])
        try await service().remove(installation: "i-2", of: session)
        #expect(document(session)?["fcmToken"] == nil)
        #expect(document(session)?["fcmTokens"] == ["mapValue": ["fields": .object([:])]])
    }

    @Test func `removing an older device's push token leaves the newest one unchanged`() async throws {
        let session = try await signIn()
        let other = PushToken(.fcmToken, Secret("token-two"))
        try await service().register(Self.token, installation: "i-1", for: session.user.uid)
        try await service().register(other, installation: "i-2", for: session.user.uid)
        try await service().remove(installation: "i-1", of: session)
        #expect(document(session)?["fcmToken"] == ["stringValue": "token-two"])
    }

    @Test func `a removal retries after another device's change, with a timeout of five seconds`() async throws {
        let session = try await signIn()
        try await service().register(Self.token, installation: "i-1", for: session.user.uid)
        firebase.refuse("commit", "the stored version does not match", "FAILED_PRECONDITION")
        try await service().remove(installation: "i-1", of: session)
        #expect(document(session)?["fcmToken"] == nil)
        #expect(firebase.requests.last?.timeout == .seconds(5))
    }

    @Test func `a project for one device stores a single push token field`() async throws {
        let session = try await signIn()
        let fields = FirestorePushFields(devices: nil, function: nil)
        try await service(fields).register(Self.token, installation: "i-1", for: session.user.uid)
        #expect(document(session)?["fcmToken"] != nil && document(session)?["fcmTokens"] == nil && told.isEmpty)
        try await service(fields).remove(installation: "i-1", of: session)
        #expect(document(session)?["fcmToken"] == nil && document(session)?["fcmTokenLastUpdated"] == nil)
        let count = firebase.calls.count
        try await service(fields).remove(installation: "i-1", of: session)
        #expect(firebase.calls.count == count + 1)
    }

    static let answers: [(Int, String, AuthError.Code)] = [
        (403, #"{"error":{"message":"no","status":"PERMISSION_DENIED"}}"#, .invalidRequest),
        (400, #"{"error":{"message":"no","status":"INVALID_ARGUMENT"}}"#, .invalidRequest),
        (404, #"{"error":{"message":"no","status":"NOT_FOUND"}}"#, .notFound),
        (429, #"{"error":{"message":"no","status":"RESOURCE_EXHAUSTED"}}"#, .rateLimited),
        (409, #"{"error":{"message":"no","status":"ABORTED"}}"#, .storageUnavailable),
        (500, #"{"error":{"message":"INTERNAL","status":"INTERNAL"}}"#, .storageUnavailable),
        (404, "<html>Page not found</html>", .providerUnavailable),
        (200, "<html>Welcome to the hotel</html>", .providerUnavailable),
        (200, "{}", .providerUnavailable),
    ]

    @Test(arguments: answers)
    func `a function's error response throws the matching AuthError code`(
        _ status: Int, _ body: String, _ code: AuthError.Code
    ) async throws {
        let session = try await signIn()
        firebase.answer("store_fcm_token", status, body)
        await expectError(code) {
            try await service().register(Self.token, installation: "i-1", for: session.user.uid)
        }
    }

    @Test func `a function's response with null data is a success`() async throws {
        let session = try await signIn()
        firebase.answer("store_fcm_token", 200, #"{"data":null}"#)
        try await service().register(Self.token, installation: "i-1", for: session.user.uid)
    }
}
