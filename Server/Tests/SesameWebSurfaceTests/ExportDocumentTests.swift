import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameSurface
@testable import SesameWebSurface

/// Tests that the data export matches its schema.
struct ExportDocumentTests {
    private static let time = Date(timeIntervalSince1970: 1_795_269_600)

    private func export(isFull: Bool) throws -> AccountExport {
        let app = try #require(AppID("couple"))
        let (account, optional) = (AccountID("a"), isFull ? Self.time : nil)
        let claims = IdentityClaims(
            email: isFull ? "test.user.1@example.com" : nil, emailVerified: true, isPrivateEmail: true,
            givenName: isFull ? "Test" : nil, familyName: isFull ? "User 1" : nil,
            displayName: isFull ? "Test User 1" : nil, photoURL: isFull ? "https://example.com/1.jpg" : nil)
        let session = Session(
            id: SessionID("s"), app: app, account: account, method: .apple, createdAt: Self.time, authTime: Self.time,
            refreshedAt: Self.time, generation: 2, acknowledgedGeneration: 1, expiresAt: Self.time,
            idleExpiresAt: Self.time,
            ending: isFull ? Session.Termination(at: Self.time, reason: .signedOut) : nil,
            secondFactor: isFull ? .verified(VerifiedFactor(kind: .totp, id: "f")) : .notRequired)
        let secret = Array("secret".utf8)
        let number = try #require(PhoneNumber("+33612345678"))
        let details = AccountMetadata(
            app: app, account: account, displayName: "Test User 1", photoURL: "https://example.com/1.jpg",
            claims: ["a": 1], preferences: ["b": 2], labels: ["c"], tokensValidAfter: Self.time)
        let before = Account(
            id: account, app: app, createdAt: Self.time, lastSignInAt: Self.time, disabledAt: optional, role: "ACTEUR",
            profile: StoredProfile(fields: [:], updatedAt: Self.time))
        return AccountExport(
            at: Self.time,
            view: AccountRecord(
                account: Account(
                    id: account, app: app, createdAt: Self.time, lastSignInAt: Self.time, disabledAt: optional,
                    role: isFull ? "ACTEUR" : nil, profile: StoredProfile(fields: ["nom": "User"], updatedAt: Self.time)
                ),
                identities: [
                    Identity(
                        app: app, provider: .apple, subject: "001.x", account: account, claims: claims,
                        linkableEmail: isFull ? "test.user.1@example.com" : nil, createdAt: Self.time,
                        status: IdentityStatus(
                            disabledAt: optional, enabledAt: optional, credentialChangeAt: optional,
                            forwardingStoppedAt: optional, forwardingResumedAt: optional))
                ],
                logins: [
                    LocalCredential(
                        app: app, kind: .email, name: "test.user.1@example.com", account: account,
                        createdAt: Self.time, verifiedAt: optional, password: PasswordHash("secret"),
                        passwordChangedAt: optional)
                ],
                factors: [
                    SecondFactor(
                        id: "f", app: app, account: account, displayName: isFull ? "My phone" : nil,
                        enrolledAt: Self.time,
                        credential: isFull ? .phone(number) : .totp(sealed: secret, lastStep: 7))
                ]),
            details: isFull ? details : nil,
            sessions: [session],
            devices: [
                Device(
                    app: app, account: account, session: session.id, installation: "phone", kind: .fcmToken,
                    digest: secret, sealed: secret, platform: isFull ? .ios : nil, createdAt: Self.time,
                    refreshedAt: Self.time, expiresAt: Self.time)
            ],
            consents: [.init(provider: .apple, clientID: "com.example.couple")],
            events: [
                SecurityEvent(
                    kind: .signedIn, app: app, account: account, session: isFull ? session.id : nil, at: Self.time,
                    requestID: "r", detail: isFull ? "google" : nil, network: isFull ? "192.0.2.0/24" : nil)
            ],
            merge: isFull
                ? .init(
                    at: Self.time, expiresAt: Self.time, absorbed: before, absorbedMetadata: details,
                    survivorBefore: before,
                    survivorMetadataBefore: details) : nil)
    }

    /// Returns the export and the first object of each kind in it, with the names of their schemas.
    private func objects(isFull: Bool) throws -> [(name: String, object: JSONObject)] {
        let json = ExportDocument(try export(isFull: isFull)).json
        var objects = [("Export", json)]
        for (member, name) in [("account", "ExportedAccount"), ("profile", "ExportedProfile")] {
            objects.append((name, try #require(json[member]?.object)))
        }
        if isFull { objects.append(("ExportedMetadata", try #require(json["details"]?.object))) }
        for (member, name) in [
            ("logins", "ExportedCredential"), ("secondFactors", "ExportedSecondFactor"),
            ("identities", "ExportedIdentity"),
            ("sessions", "ExportedSession"),
            ("devices", "ExportedDevice"),
            ("consents", "ExportedConsent"), ("events", "ExportedEvent"),
        ] { objects.append((name, try #require(json[member]?.array?.first?.object))) }
        if let merge = json["merge"]?.object {
            objects.append(("ExportedMerge", merge))
            for (member, name) in [
                ("account", "ExportedAccount"), ("profile", "ExportedProfile"), ("accountBefore", "ExportedAccount"),
                ("profileBefore", "ExportedProfile"), ("details", "ExportedMetadata"),
                ("detailsBefore", "ExportedMetadata"),
            ] { objects.append((name, try #require(merge[member]?.object))) }
        }
        return objects
    }

    private func schema(_ name: String) throws -> JSONValue {
        try #require(APIDocument().schemas.first { $0.name == name }?.value)
    }

    @Test func `a full export has exactly the members of its schema`() throws {
        for (name, object) in try objects(isFull: true) {
            let documented = try schema(name)["properties"]?.object?.members.map(\.name) ?? []
            #expect(Set(object.members.map(\.name)) == Set(documented), "\(name)")
        }
    }

    @Test func `a minimal export has exactly the members that its schema requires`() throws {
        for (name, object) in try objects(isFull: false) {
            let required = (try schema(name)["required"]?.array ?? []).compactMap(\.string)
            #expect(Set(object.members.map(\.name)) == Set(required), "\(name)")
        }
    }

    @Test func `every end reason and sign-in method is in the schema`() throws {
        let session = try schema("ExportedSession")["properties"]
        let reasons: [Session.EndReason] = [.signedOut, .reuse, .revoked, .replaced, .merged, .provider]
        #expect(session?["endReason"]?["enum"]?.array?.compactMap(\.string) == reasons.map(\.rawValue))
        #expect(session?["method"]?["$ref"]?.string == "#/components/schemas/SignInMethod")
        let pattern = try Regex(try #require(try schema("SignInMethod")["pattern"]?.string))
        for method in ProviderDirectory.builtIn.methods {
            #expect(method.rawValue.wholeMatch(of: pattern) != nil, "\(method.rawValue)")
        }
    }

    @Test func `an export contains no secrets of the server and is downloaded as a file`() throws {
        let response = HTTPResponse.export(try export(isFull: true))
        let text = String(decoding: response.body, as: UTF8.self)
        for secret in ["secret", "sealed", "digest", "acknowledged"] { #expect(!text.contains(secret)) }
        #expect(response.headers["Content-Disposition"] == ["attachment; filename=\"couple-2026-11-21.json\""])
    }
}
