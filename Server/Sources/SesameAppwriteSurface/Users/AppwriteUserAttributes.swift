import SesameAccounts
import SesameCore

extension AppwriteUserModel {
    /// The attributes by which users can be queried.
    static let schema: AppwriteSchema = [
        "$id": .text, "$createdAt": .time, "$updatedAt": .time, "name": .text, "email": .text, "phone": .text,
        "status": .flag, "passwordUpdate": .time, "registration": .time, "emailVerification": .flag,
        "phoneVerification": .flag, "labels": .texts, "accessedAt": .time, "impersonator": .flag,
    ]

    func values(_ attribute: String) -> [String]? {
        switch attribute {
        case "$id": [account.id.description]
        case "$createdAt", "registration": [AppwriteTime.text(account.createdAt)]
        case "$updatedAt", "accessedAt": [AppwriteTime.text(account.lastSignInAt)]
        case "name": [name]
        case "email": email.isEmpty ? nil : [email]
        case "phone": phone.isEmpty ? nil : [phone]
        case "status": [String(account.disabledAt == nil)]
        case "passwordUpdate": passwordUpdate.map { [AppwriteTime.text($0)] }
        case "emailVerification": [String(claims.emailVerified)]
        case "phoneVerification": [String(isPhoneVerified)]
        case "labels": details.labels
        case "impersonator": [String(false)]
        default: nil
        }
    }
}

extension AccountSummary {
    /// Returns the attributes that can be read without loading the whole account.
    static func attributes(in app: App) -> Set<String> {
        let own: Set = ["$id", "$createdAt", "$updatedAt", "registration", "accessedAt", "status", "impersonator"]
        // The names and addresses of pseudonymous users are created only for display.
        return app.privacy.isPseudonymous ? own : own.union(["name", "email", "phone"])
    }

    /// Returns the account's values of an attribute in ``attributes(in:)``; nil if there are none.
    func values(_ attribute: String) -> [String]? {
        switch attribute {
        case "$id": [id.description]
        case "$createdAt", "registration": [AppwriteTime.text(createdAt)]
        case "$updatedAt", "accessedAt": [AppwriteTime.text(lastSignInAt)]
        case "name": [name]
        case "email": email.isEmpty ? nil : [email]
        case "phone": phone.isEmpty ? nil : [phone]
        case "status": [String(disabledAt == nil)]
        case "impersonator": [String(false)]
        default: nil
        }
    }
}

extension AccountSortOrder {
    /// Creates the account order for a sort order of a query; nil if the attribute has no index in the app.
    init?(_ order: AppwriteQueries.Order, in app: App) {
        guard let key = Self.keys[order.attribute], AccountSummary.attributes(in: app).contains(order.attribute) else {
            return nil
        }
        self.init(key, isDescending: order.isDescending)
    }

    private static let keys: [String: Key] = [
        "$createdAt": .createdAt, "registration": .createdAt, "name": .name, "email": .email, "phone": .phone,
    ]
}
