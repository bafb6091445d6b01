import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes that import users with password hashes of another system. Each hash is verified with its
/// original algorithm until the user's first sign-in with the password replaces the hash.
struct AppwriteUserHashRoutes: Sendable {
    let changes: AppwriteUserChangeRoutes
    let door: AppwriteAuthenticator

    var routes: [Route] {
        let kinds = [
            "argon2": "argon2", "bcrypt": "bcrypt", "md5": "md5", "phpass": "phpass", "scrypt": "scrypt",
            "scrypt-modified": "scryptMod", "sha": "sha",
        ]
        return kinds.sorted { $0.key < $1.key }.map { name, kind in
            door.route(.POST, "/v1/users/\(name)") { call throws(AccountError) in
                try await changes.createUser(call) { body, order throws(AccountError) in
                    order.email = try body.email("email")
                    order.foreignPassword = try body.hash(kind)
                }
            }
        }
    }
}

extension AppwriteBody {
    fileprivate func hash(_ kind: String) throws(AccountError) -> ImportedPasswordHash {
        try AppwriteHash(kind, name: \.parameter) { self[$0.parameter] }.foreign()
    }
}

extension AppwriteHash.Member {
    /// The name of the algorithm's parameter in the request.
    fileprivate var parameter: String {
        switch self {
        case .password: "password"
        case .salt: "passwordSalt"
        case .saltSeparator: "passwordSaltSeparator"
        case .signerKey: "passwordSignerKey"
        case .costCpu: "passwordCpu"
        case .costMemory: "passwordMemory"
        case .costParallel: "passwordParallel"
        case .length: "passwordLength"
        case .version: "passwordVersion"
        }
    }
}
