import Crypto
import Foundation
import SesameAccounts
package import SesameCore
import SesameTokens
import SesameWire
import _CryptoExtras

/// A service account of Google's, by which the server sends pushes for an app: the content of the JSON file that the
/// Firebase console gives.
package struct ServiceAccount: Sendable {
    /// The Firebase project.
    package let projectID: String
    /// The account's name at Google.
    let email: String
    private let keyID: String
    // The text, because swift-crypto's own key type cannot be shared between tasks in the versions that we build with.
    private let pem: Secret

    /// `aud` of what the account signs: always this, wherever it is sent.
    static let audience = "https://oauth2.googleapis.com/token"
    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    /// Reads the file's content; nil when it is no service account with an RSA key.
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

    /// The JWT for which Google gives an access token (RFC 7523 section 2.1), good for an hour.
    func assertion(at now: Date) throws -> Secret {
        try sign(["iss": .string(email), "scope": .string(Self.scope), "aud": .string(Self.audience)], at: now)
    }

    /// A JWT that lets its bearer into that service of Google's for an hour, without asking for an access token first.
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

    /// The project's name stands in addresses.
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

/// The addresses of Firebase Cloud Messaging.
package struct FCMAddresses: Sendable, Hashable {
    /// The address at which a service account gets access tokens.
    package let token: String
    /// The base of the projects' paths.
    package let service: String

    package init(token: String, service: String) {
        self.token = token
        self.service = service
    }

    /// Google's own.
    package static let google = FCMAddresses(
        token: ServiceAccount.audience, service: "https://fcm.googleapis.com")
}
