import AuthServiceExample
import CoupleExample
import Foundation
import Guide
import PrysmExample
import Sesame
import SesameFirebase
import SesameTesting
import SesameWire
import Testing

@MainActor @Suite struct FirebaseTests {
    let project = FirebaseProject(id: "couple", apiKey: "k")

    @Test func `a new couple document has the initial fields of the installed versions`() {
        let user = UserAuthInfo.mock(uid: "uid-1", providers: ["apple"])
        let fields = FirestoreProfileLayout.couple.initial(user)
        #expect(fields["id"] == "uid-1" && fields["appleUserID"] == "uid-1" && fields["googleUserID"] == nil)
        #expect(fields["isSubscribed"] == false && fields["relationshipDuration"] == "notInRelationship")
        #expect(FirestoreProfileLayout.couple.required.contains("birthDate"))
    }

    @Test func `a Prysm sign-in creates the document, then stores the push token`() async throws {
        let account =
            #"{"localId":"uid-1","idToken":"e30.e30.e30","refreshToken":"r","expiresIn":"3600","isNewUser":true}"#
        let lookup = #"{"users":[{"localId":"uid-1","providerUserInfo":[{"providerId":"google.com","rawId":"1"}]}]}"#
        let name = "projects/couple/databases/(default)/documents/users/uid-1"
        let commit = #"{"writeResults":[{"updateTime":"2026-11-21T12:00:00Z"}],"commitTime":"2026-11-21T12:00:00Z"}"#
        let network = RecordingTransport { request throws(AuthError) in
            let path = request.url.path
            let body =
                path.hasSuffix("lookup")
                ? lookup
                : path.hasSuffix("batchGet")
                    ? #"[{"missing":"\#(name)"}]"#
                    : path.hasSuffix("commit") ? commit : path.hasSuffix("token") ? #"{"result":null}"# : account
            return TransportResponse(status: 200, body: Array(body.utf8))
        }
        let auth = AuthManager(
            service: FirebaseAuthService(project, transport: network), store: MockSessionStore())
        let documents = FirestoreProfileService(project, layout: .prysm, auth: auth, transport: network)
        let pushes = Pushes(
            service: FirebasePushTokenService(project, auth: auth, transport: network), source: nil,
            profiles: ProfileStore(service: documents, auth: auth, storage: .memory), auth: auth,
            storage: .memory, permission: .granted)
        let running = Task { await pushes.run() }
        defer { running.cancel() }
        await pushes.updateFCMToken("token-1")
        let user = try await PrysmExample.AuthService(auth)
            .signIn(using: AgreeableSheet(), documents: documents, pushes: pushes)
        #expect(user.uid == "uid-1")
        #expect(await eventually { pushes.registrar.state == .registered })
        let commits = network.requests.filter { $0.url.path.hasSuffix("commit") }.map(\.body.exposed)
        #expect(commits.count == 2)
        #expect(commits[0].contains(#""isProfileComplete":{"booleanValue":false}"#))
        #expect(commits[1].contains(#""fcmToken":{"stringValue":"token-1"}"#))
        let call = try #require(network.requests.last)
        #expect(call.url.absoluteString == "https://us-central1-couple.cloudfunctions.net/store_fcm_token")
        // The request body of the app's installed versions.
        #expect(
            try JSONValue(parsing: Array(call.body.exposed.utf8))
                == JSONValue(parsing: Array(#"{"data":{"userId":"uid-1","fcmToken":"token-1"}}"#.utf8)))
    }

    @Test func `a build can be configured for the team's Firebase project`() throws {
        let server = try #require(URL(string: "https://auth.example.com"))
        let parts = BuildConfiguration.Parts(
            server: server, developmentServer: server, storage: .memory,
            apple: AgreeableSheet(method: .apple), browser: NoBrowser())
        let configuration = BuildConfiguration.firebase(project).authConfiguration(parts)
        #expect((configuration.service as? FirebaseAuthService)?.project.id == "couple")
        #expect(configuration.apple != nil)
    }

    @Test func `an existing session is not replaced by an older SDK's session`() async throws {
        let store = MockSessionStore(.sample(1))
        try await FirebaseGuide(storage: .mock(sessions: store)).takeOver("refresh", at: project)
        try await FirebaseGuide(storage: .memory).takeOver(nil, at: project)
        #expect(try store.load()?.id == "s-1")
    }
}

/// A browser for tests that open no page. It reports every attempt as canceled.
private struct NoBrowser: WebAuthentication {
    func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
        throw AuthError(.cancelled, "nobody is there")
    }
}
