import SesameAccounts
import SesameWire
import Testing

@testable import SesameOperations

struct FirebaseConfigurationTests {
    private func configuration(_ blocks: String...) throws(ConfigurationError) -> ServerConfiguration {
        let apps = blocks.enumerated().map { "\"app\($0)\": {\"firebase\": \($1)}" }.joined(separator: ", ")
        return try ServerConfiguration(
            parsing: Array(
                """
                {"publicURL": "https://sign-in.example.com", "dataDir": "/var/lib/sesame", "keyFile": "/etc/sesame/key",
                 "apps": {\(apps)}}
                """.utf8))
    }

    @Test func `an app is found by its project and by each of its keys, and by nothing else`() throws {
        let apps = try configuration(
            #"{"projectID": "one", "apiKeys": ["k1", "k2"], "authorizedDomains": ["App.Example.com"]}"#,
            #"{"projectID": "two", "apiKeys": ["k3"]}"#
        ).apps
        #expect(apps.app(firebaseProject: "one")?.id.description == "app0")
        #expect(apps.app(firebaseKey: "k2")?.id.description == "app0")
        #expect(apps.app(firebaseKey: "k3")?.id.description == "app1")
        #expect(apps.app(firebaseProject: "app0") == nil)
        #expect(apps.app(firebaseKey: "one") == nil)
        #expect(apps.firebaseApp?.id.description == "app0")
        #expect(apps.app(firebaseKey: "k1")?.firebase?.authorizedDomains == ["app.example.com"])
    }

    @Test(
        arguments: [
            (#"{"apiKeys": ["k"]}"#, "projectID"), (#"{"projectID": "a b", "apiKeys": ["k"]}"#, "projectID"),
            (#"{"projectID": "p"}"#, "apiKeys"), (#"{"projectID": "p", "apiKeys": []}"#, "apiKeys"),
            (#"{"projectID": "p", "apiKeys": ["a&b"]}"#, "apiKeys"),
            (#"{"projectID": "p", "apiKeys": ["k"], "serviceAccounts": [{"email": "a@b.c"}]}"#, "publicKey"),
            (
                #"{"projectID": "p", "apiKeys": ["k"], "serviceAccounts": [{"email": "a@b.c", "publicKey": "x"}]}"#,
                "publicKey"
            ),
            (#"{"projectID": "p", "apiKeys": ["k"], "more": 1}"#, "more"),
        ])
    func `an invalid Firebase block is rejected with its setting`(block: String, setting: String) {
        let error = #expect(throws: ConfigurationError.self) { try configuration(block) }
        #expect(error?.description.contains(setting) == true)
    }

    @Test func `two apps cannot share a project or a key`() {
        #expect(throws: ConfigurationError.self) {
            try configuration(#"{"projectID": "p", "apiKeys": ["a"]}"#, #"{"projectID": "p", "apiKeys": ["b"]}"#)
        }
        #expect(throws: ConfigurationError.self) {
            try configuration(#"{"projectID": "p", "apiKeys": ["a"]}"#, #"{"projectID": "q", "apiKeys": ["a"]}"#)
        }
    }

    @Test func `a server stands in for the emulator only beside development providers`() throws {
        var configuration = try configuration(#"{"projectID": "p", "apiKeys": ["k"]}"#)
        configuration.isFirebaseEmulator = true
        #expect(!configuration.standsInForFirebaseEmulator)
        configuration.developmentServices = .test()
        #expect(configuration.standsInForFirebaseEmulator)
        configuration.isFirebaseEmulator = false
        #expect(!configuration.standsInForFirebaseEmulator)
    }
}
