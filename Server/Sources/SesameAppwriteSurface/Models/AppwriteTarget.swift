import Foundation
import SesameAccounts
import SesameCore

/// A contact address of a user in Appwrite's model: the email address, the phone number, or a device registered for
/// push notifications.
struct AppwriteTarget {
    /// The target id of every account's email address.
    static let emailID = "email"
    /// The target id of every account's phone number.
    static let phoneID = "sms"

    let id: String
    let account: AccountID
    let createdAt: Date
    let updatedAt: Date
    /// The type of the target: `push`, `email` or `sms`.
    let type: String
    /// The push service of a device, `apns` or `fcm`; nil for other targets.
    var provider: String?
    let identifier: String

    var json: JSONObject {
        [
            "$id": .string(id), "$createdAt": .string(AppwriteTime.text(createdAt)),
            "$updatedAt": .string(AppwriteTime.text(updatedAt)), "name": "", "userId": .string(account.description),
            "providerId": provider.map(JSONValue.string) ?? .null, "providerType": .string(type),
            "identifier": .string(identifier), "expired": false,
        ]
    }
}

extension AppwriteTarget {
    /// Creates the target of a device.
    ///
    /// - Parameter address: The push address that was just registered; nil in later responses, which never contain it.
    init(_ device: Device, at address: DevicePushToken? = nil) {
        self.init(
            id: device.installation, account: device.account, createdAt: device.createdAt,
            updatedAt: device.refreshedAt, type: "push", provider: device.kind == .apns ? "apns" : "fcm",
            identifier: address?.value.exposed ?? "")
    }

    /// Returns all targets of an account: its email address, its phone number, then its devices.
    static func all(of account: Account, email: String?, phone: LocalCredential?, devices: [Device]) -> [AppwriteTarget]
    {
        var targets: [AppwriteTarget] = []
        if let email {
            targets.append(
                AppwriteTarget(
                    id: emailID, account: account.id, createdAt: account.createdAt, updatedAt: account.createdAt,
                    type: "email", identifier: email))
        }
        if let phone {
            targets.append(
                AppwriteTarget(
                    id: phoneID, account: account.id, createdAt: phone.createdAt, updatedAt: phone.createdAt,
                    type: "sms", identifier: phone.name))
        }
        return targets + devices.map { AppwriteTarget($0) }
    }
}

extension AppwriteTarget {
    /// The attributes by which targets can be queried.
    static let schema: AppwriteSchema = [
        "$id": .text, "$createdAt": .time, "$updatedAt": .time, "userId": .text, "providerId": .text,
        "identifier": .text, "providerType": .text,
    ]

    func values(_ attribute: String) -> [String]? {
        switch attribute {
        case "$id": [id]
        case "$createdAt": [AppwriteTime.text(createdAt)]
        case "$updatedAt": [AppwriteTime.text(updatedAt)]
        case "userId": [account.description]
        case "providerId": provider.map { [$0] }
        case "identifier": [identifier]
        case "providerType": [type]
        default: nil
        }
    }
}
