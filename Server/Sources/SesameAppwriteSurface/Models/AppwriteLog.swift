import SesameAccounts
import SesameCore

extension SecurityEvent {
    /// Returns the event in Appwrite's model. The device members are empty, because devices are not stored, and `ip` is
    /// the first address of the client's network.
    func appwriteJSON(_ claims: IdentityClaims) -> JSONObject {
        var json: JSONObject = [
            "event": .string(kind.appwriteName), "userId": .string(account?.description ?? ""),
            "userEmail": .string(claims.email ?? ""), "userName": .string(claims.nameToShow ?? ""),
            "mode": .string(actor == nil ? "default" : "admin"), "userType": .string(actor == nil ? "user" : "admin"),
            "ip": .string(firstAddress), "time": .string(AppwriteTime.text(at)), "countryCode": "--",
            "countryName": "Unknown",
        ]
        for name in [
            "osCode", "osName", "osVersion", "clientType", "clientCode", "clientName", "clientVersion", "clientEngine",
            "clientEngineVersion", "deviceName", "deviceBrand", "deviceModel",
        ] {
            json[name] = ""
        }
        return json
    }
}

extension SecurityEvent {
    /// The network's first address, such as `203.0.113.0`, because clients expect an IP address, and full addresses are
    /// not stored.
    fileprivate var firstAddress: String { String((network ?? "").prefix { $0 != "/" }) }
}

extension SecurityEvent.Kind {
    /// Appwrite's name of the event; Sesame's own name if Appwrite has none.
    fileprivate var appwriteName: String {
        switch self {
        case .accountCreated: "user.create"
        case .signedIn: "session.create"
        case .signedOut, .sessionReplaced, .sessionRevoked: "session.delete"
        case .passwordChanged, .loginAdded, .loginRemoved, .loginVerified: "user.update"
        case .identityUnlinked: "identity.delete"
        case .identityLinked: "identity.create"
        case .deviceAdded: "target.create"
        case .deviceRemoved: "target.delete"
        case .accountDisabled, .accountEnabled: "user.update"
        default: rawValue
        }
    }
}
