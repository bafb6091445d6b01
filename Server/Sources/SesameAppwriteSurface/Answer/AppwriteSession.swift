import SesameAccounts
import SesameCore

/// A session as Appwrite's clients read it.
///
/// Nothing is kept of devices and of where they are, so what would tell is empty.
struct AppwriteSession {
    let session: Session
    /// True if the request was made in it.
    let isCurrent: Bool
    /// The session's secret, where it is told.
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
            "mfaUpdatedAt": .string(AppwriteTime.text(session.secondFactor.shown.map { _ in session.authTime })),
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

    /// The factors that the session has proved.
    private var factors: [String] {
        let second =
            switch session.secondFactor.shown?.kind {
            case nil: [String]()
            case .recoveryCode?: ["recoveryCode"]
            case let kind?: [kind.rawValue]
            }
        return [session.method.appwriteFactor] + second
    }
}

extension SignInMethod {
    /// Appwrite's name for it.
    var appwriteName: String {
        switch self {
        case .password: "email"
        case .emailLink: "magic-url"
        case .custom: "server"
        default: rawValue
        }
    }

    /// Appwrite's name for the factor that it proves.
    fileprivate var appwriteFactor: String {
        switch self {
        case .anonymous, .phone, .password: rawValue
        case .emailLink: "email"
        case .custom: "token"
        default: "oauth2"
        }
    }
}
