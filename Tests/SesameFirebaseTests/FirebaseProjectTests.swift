import Foundation
import Sesame
import SesameCore
import Testing

@testable import SesameFirebase

@Suite struct FirebaseProjectTests {
    @Test func `GoogleService-Info provides the project, API key and bundle ID, or is rejected`() throws {
        let file = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>API_KEY</key><string>key-1</string><key>PROJECT_ID</key><string>couple-1a2b3</string>
            <key>BUNDLE_ID</key><string>com.example.couple</string><key>IS_ADS_ENABLED</key><false/>
            </dict></plist>
            """
        let project = try FirebaseProject(googleServiceInfo: Data(file.utf8))
        #expect(project.id == "couple-1a2b3" && project.apiKey == "key-1")
        #expect(project.bundleID == "com.example.couple" && project.host == .google)
        for broken in [file.replacingOccurrences(of: "API_KEY", with: "KEY"), "no plist", ""] {
            let error = #expect(throws: AuthError.self) { try FirebaseProject(googleServiceInfo: Data(broken.utf8)) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func `each service has its own URL at Google and at another server`() throws {
        let google = FirebaseProject(id: "couple", apiKey: "k", region: "europe-west1")
        let url = try #require(URL(string: "https://auth.example.com/firebase/"))
        let own = FirebaseProject(id: "couple", apiKey: "k", region: "europe-west1", host: .server(url))
        let places: [(FirebaseEndpoint, String, String)] = [
            (
                .identity("v1/accounts:lookup"), "https://identitytoolkit.googleapis.com/v1/accounts:lookup",
                "/identitytoolkit.googleapis.com/v1/accounts:lookup"
            ),
            (.token, "https://securetoken.googleapis.com/v1/token", "/securetoken.googleapis.com/v1/token"),
            (
                .documents("documents:commit"),
                "https://firestore.googleapis.com/v1/projects/couple/databases/(default)/documents:commit",
                "/v1/projects/couple/databases/(default)/documents:commit"
            ),
            (
                .function("store_fcm_token"), "https://europe-west1-couple.cloudfunctions.net/store_fcm_token",
                "/couple/europe-west1/store_fcm_token"
            ),
        ]
        for (endpoint, atGoogle, path) in places {
            #expect(try google.url(of: endpoint).absoluteString == atGoogle)
            #expect(try own.url(of: endpoint).absoluteString == "https://auth.example.com/firebase\(path)")
        }
    }

    @Test func `no endpoint URL contains the API key`() throws {
        let project = FirebaseProject(id: "couple", apiKey: "AIza-key")
        for endpoint in [FirebaseEndpoint.identity("v1/accounts:lookup"), .token, .documents("documents:commit")] {
            #expect(!(try project.url(of: endpoint).absoluteString.contains("AIza")))
        }
    }

    @Test func `a configuration has profiles only with a layout, and pushes only with profiles`() {
        let project = FirebaseProject(id: "couple", apiKey: "k")
        let layout = FirestoreProfileLayout()
        for (layout, fields) in [
            (nil, nil), (layout, nil), (nil, FirestorePushFields()), (layout, FirestorePushFields()),
        ] as [(FirestoreProfileLayout?, FirestorePushFields?)] {
            let configuration = AuthConfiguration.firebase(
                project, storage: .memory, profiles: layout, pushes: fields)
            #expect((configuration.profiles != nil) == (layout != nil))
            #expect((configuration.pushes != nil) == (layout != nil && fields != nil))
        }
    }
}
