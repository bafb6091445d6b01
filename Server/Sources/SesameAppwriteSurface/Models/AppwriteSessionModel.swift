import SesameAccounts
import SesameCore

/// A session in Appwrite's model.
///
/// Devices and locations are not stored: the device members are empty, and the country is unknown.
struct AppwriteSessionModel {
    let session: Session
    /// True if the session is the one in which the request was made.
    let isCurrent: Bool
    /// The session's secret; nil if the response must not contain the secret.
    var secret: Secret?

    var json: JSONObject {
        var json: JSONObject = [
            "$id": .string(session.id.description),
            "$createdAt": .string(AppwriteTime.text(session.createdAt)),
            "$updatedAt": .string(AppwriteTime.text(session.refreshedAt)),
            "userId": .string(session.account.description),
            "expire": .string(AppwriteTime.text(session.endsAt)),
            "provider": .string(session.method.appwriteName),
            "current": .bool(isCurrent),
            "factors": .array(factors.map(JSONValue.string)),
            "mfaUpdatedAt": .string(AppwriteTime.text(session.secondFactor.verified.map { _ in session.authTime })),
            "secret": .string(secret?.exposed ?? ""),
            "countryCode": "--", "countryName": "Unknown",
        ]
        for name in Self.empty { json[name] = "" }
        return json
    }

    private static let empty = [
        "providerUid", "providerAccessToken", "providerAccessTokenExpiry", "providerRefreshToken", "ip", "osCode",
        "osName",
        "osVersion", "clientType", "clientCode", "clientName", "clientVersion", "clientEngine", "clientEngineVersion",
        "deviceName", "deviceBrand", "deviceModel",
    ]

    /// Appwrite's names of the factors that the user verified in the session: the sign-in method, then the second
    /// factor.
    private var factors: [String] {
        let second =
            switch session.secondFactor.verified?.kind {
            case nil: [String]()
            case .recoveryCode?: ["recoveryCode"]
            case let kind?: [kind.rawValue]
            }
        return [session.method.appwriteFactor] + second
    }
}

extension AuthenticationMethod {
    /// The `provider` of a session in Appwrite's model, such as `magic-url` for an email link.
    var appwriteName: String {
        switch self {
        case .password: "email"
        case .emailLink: "magic-url"
        case .custom: "server"
        default: rawValue
        }
    }

    /// Appwrite's name of the factor that the sign-in method counts as.
    fileprivate var appwriteFactor: String {
        switch self {
        case .anonymous, .phone, .password: rawValue
        case .emailLink: "email"
        case .custom: "token"
        default: "oauth2"
        }
    }
}
