import SesameAccounts
import SesameCore
import SesameWire

/// The contract's 200 response: `accessToken` and `user` as clients expect them, plus the members that a refreshing
/// client needs.
struct IDTokenExchangeResponse: Sendable {
    private let account: Account
    private let tokens: SessionTokens
    private let email: String?
    private let fields: [String]
    private let role: IDTokenExchangeSettings.RoleForm

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - claims: The claims about the user that clients of the app see.
    ///   - fields: The names of the profile fields that the user may edit. Each one is in `user`; null if it has no
    ///     value.
    init(
        _ account: Account, _ tokens: SessionTokens, claims: IdentityClaims, fields: [String],
        role: IDTokenExchangeSettings.RoleForm
    ) {
        self.account = account
        self.tokens = tokens
        email = claims.email
        self.fields = fields
        self.role = role
    }

    var json: JSONObject {
        var user: JSONObject = ["id": .string(account.id.description)]
        user["email"] = email.map { .string($0) } ?? .null
        user["role"] = account.role.map(spell) ?? .null
        for field in fields where !user.contains(field) { user[field] = account.profile.fields[field] ?? .null }
        return [
            "accessToken": .string(tokens.accessToken.exposed),
            "expiresIn": .number(JSONNumber(tokens.expiresIn)),
            "refreshToken": .string(tokens.refreshToken.exposed),
            "user": .object(user),
        ]
    }

    private func spell(_ name: String) -> JSONValue {
        switch role {
        case .object: ["name": .string(name)]
        case .string: .string(name)
        }
    }
}
