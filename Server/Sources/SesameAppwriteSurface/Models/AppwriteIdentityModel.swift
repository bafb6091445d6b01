import SesameAccounts
import SesameCore

extension Identity {
    /// Returns the identity in Appwrite's model, with the claims that the app exposes. The provider's id of the user is
    /// never included.
    func appwriteJSON(_ claims: IdentityClaims) -> JSONObject {
        [
            "$id": .string(provider.identityID(of: account)), "$createdAt": .string(AppwriteTime.text(createdAt)),
            "$updatedAt": .string(AppwriteTime.text(createdAt)), "userId": .string(account.description),
            "provider": .string(provider.rawValue), "providerUid": "",
            "providerEmail": .string(claims.email ?? ""), "providerAccessToken": "", "providerAccessTokenExpiry": "",
            "providerRefreshToken": "", "providerIdToken": "",
        ]
    }
}

extension Provider {
    /// Returns Appwrite's id of an account's identity. It is unique, because an account has at most one identity of
    /// each provider.
    func identityID(of account: AccountID) -> String { "\(rawValue).\(account)" }

    /// Returns the provider and the account from an identity's id; nil if the id is malformed or the provider is
    /// unknown.
    static func identity(_ id: String) -> (provider: Provider, account: AccountID)? {
        let parts = id.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let provider = Provider(rawValue: parts[0]) else { return nil }
        return (provider, AccountID(parts[1]))
    }
}

/// An identity in a list, with the claims that the app exposes.
struct AppwriteIdentityModel {
    let identity: Identity
    let claims: IdentityClaims

    /// The attributes by which identities can be queried.
    static let schema: AppwriteSchema = [
        "$id": .text, "$createdAt": .time, "$updatedAt": .time, "userId": .text, "provider": .text,
        "providerUid": .text, "providerEmail": .text, "providerAccessTokenExpiry": .time,
    ]

    /// Returns the identity's values of an attribute; nil if there are none. `providerUid` never has a value, so that
    /// queries cannot reveal the provider's id of the user.
    func values(_ attribute: String) -> [String]? {
        switch attribute {
        case "$id": [identity.provider.identityID(of: identity.account)]
        case "$createdAt", "$updatedAt": [AppwriteTime.text(identity.createdAt)]
        case "userId": [identity.account.description]
        case "provider": [identity.provider.rawValue]
        case "providerEmail": claims.email.map { [$0] }
        default: nil
        }
    }
}
