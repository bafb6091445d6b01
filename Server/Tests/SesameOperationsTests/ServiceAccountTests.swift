import Crypto
import Foundation
import SesameCore
import SesameDevelopmentProviders
import SesameTokens
import SesameWire
import Testing
import _CryptoExtras

@testable import SesameOperations

struct ServiceAccountTests {
    private static let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation

    private func json(_ changes: JSONObject = [:]) throws -> JSONObject {
        var json: JSONObject = [
            "type": "service_account", "project_id": "shop-1", "private_key_id": "k1",
            "private_key": .string(try #require(Self.key)), "client_email": "push@shop-1.iam.gserviceaccount.com",
        ]
        for member in changes.members { json[member.name] = member.value }
        return json
    }

    @Test func `an assertion is signed for Google's token endpoint and expires in an hour`() throws {
        let account = try #require(ServiceAccount(try json()))
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let token = try CompactJWS(parsing: try account.assertion(at: now).exposed)
        let key = try _RSA.Signing.PrivateKey(pemRepresentation: try #require(Self.key)).publicKey
        let published = try JSONWebKey(rsaPKCS1: Array(key.pkcs1DERRepresentation), keyID: "k1")
        try token.verify(with: published, algorithm: .rs256)
        #expect(token.header.keyID == "k1")
        let expected: JSONObject = [
            "iss": "push@shop-1.iam.gserviceaccount.com",
            "scope": "https://www.googleapis.com/auth/firebase.messaging",
            "aud": "https://oauth2.googleapis.com/token", "iat": 1_800_000_000, "exp": 1_800_003_600,
        ]
        #expect(try token.claims() == expected)
    }

    @Test(
        arguments: [
            ["type": "authorized_user"], ["project_id": "a/b"], ["project_id": ""], ["client_email": ""],
            ["private_key_id": 1], ["private_key": "none"], ["private_key": nil],
        ] as [JSONObject])
    func `an invalid service account is rejected`(change: JSONObject) throws {
        #expect(ServiceAccount(try json(change)) == nil)
    }

    @Test func `the private key is never printed`() throws {
        let account = try #require(ServiceAccount(try json()))
        #expect(!String(describing: account).contains("PRIVATE") && !String(reflecting: account).contains("PRIVATE"))
    }

    @Test func `the development service account has Google's format and is read`() async throws {
        let providers = DevelopmentProviders(apps: [DevelopmentApp(name: "prysm", firebaseProjectID: "prysm-1")])
        let file = try await providers.fcm.serviceAccount(of: "prysm", baseURL: "http://localhost")
        #expect(file["private_key"]?.string?.hasPrefix("-----BEGIN PRIVATE KEY-----") == true)
        #expect(ServiceAccount(file)?.projectID == "prysm-1")
    }
}
