import Crypto
import Foundation
import SesameAccounts
package import SesameCore
import SesameTokens
import SesameWire
import _CryptoExtras

/// A Google service account, read from the JSON file of its key: it sends an app's push notifications, or configures
/// the stream of Cross-Account Protection.
package struct ServiceAccount: Sendable {
    /// The id of the Google Cloud or Firebase project, `project_id` in the key file.
    package let projectID: String
    /// The account's email address at Google.
    let email: String
    private let keyID: String
    // The key in PEM. It is stored as text because swift-crypto's key type is not `Sendable` in the supported versions.
    private let pem: Secret

    /// The `aud` of the account's signed assertions, the same for all endpoints.
    static let audience = "https://oauth2.googleapis.com/token"
    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    /// Reads the content of a key file; nil if it is not the key of a service account with an RSA key.
    package init?(_ json: JSONObject) {
        guard json["type"]?.string == "service_account",
            let projectID = json["project_id"]?.string, Self.isProject(projectID),
            let email = json["client_email"]?.string, !email.isEmpty,
            let keyID = json["private_key_id"]?.string, !keyID.isEmpty,
            let pem = json["private_key"]?.string, (try? _RSA.Signing.PrivateKey(pemRepresentation: pem)) != nil
        else { return nil }
        self.projectID = projectID
        self.email = email
        self.keyID = keyID
        self.pem = Secret(pem)
    }

    /// Returns the JWT that Google exchanges for an access token (RFC 7523 section 2.1), valid for one hour.
    func assertion(at now: Date) throws -> Secret {
        try sign(["iss": .string(email), "scope": .string(Self.scope), "aud": .string(Self.audience)], at: now)
    }

    /// Returns a JWT that authorizes calls of a Google service for one hour, without an access token.
    /// https://developers.google.com/identity/protocols/oauth2/service-account#jwt-auth
    func bearer(for service: String, at now: Date) throws -> Secret {
        try sign(["iss": .string(email), "sub": .string(email), "aud": .string(service)], at: now)
    }

    private func sign(_ claims: JSONObject, at now: Date) throws -> Secret {
        let issuedAt = now.secondsSince1970
        var claims = claims
        claims["iat"] = .integer(issuedAt)
        claims["exp"] = .integer(issuedAt + 3_600)
        let key = try _RSA.Signing.PrivateKey(pemRepresentation: pem.exposed)
        let header: JSONObject = ["alg": "RS256", "typ": "JWT", "kid": .string(keyID)]
        return Secret(
            try CompactJWS.sign(header: header, payload: claims.serialized()) { input in
                let digest = SHA256.hash(data: input)
                return Array(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
            })
    }

    /// Returns true if the project id can be part of a URL: 1 to 64 ASCII letters, digits, `-` and `_`.
    private static func isProject(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// The URLs of Firebase Cloud Messaging, at Google or on the development server.
package struct FCMEndpoints: Sendable, Hashable {
    /// The token endpoint for service accounts.
    package let token: String
    /// The base URL of the service, without the path `/v1/projects/…`.
    package let service: String

    package init(token: String, service: String) {
        self.token = token
        self.service = service
    }

    package static let google = FCMEndpoints(
        token: ServiceAccount.audience, service: "https://fcm.googleapis.com")
}
