import Foundation
import SesameCore

/// Appwrite's model of a token, a secret for sign-in or verification, in the response to the request that created it.
struct AppwriteToken: Sendable {
    let id: String
    let user: String
    let createdAt: Date
    let expiresAt: Date
    /// The secret; nil if the caller may not receive it in the response.
    var secret: Secret?
    var phrase: String?

    var json: JSONObject {
        [
            "$id": .string(id), "$createdAt": .string(AppwriteTime.text(createdAt)), "userId": .string(user),
            "secret": .string(secret?.exposed ?? ""), "expire": .string(AppwriteTime.text(expiresAt)),
            "phrase": .string(phrase ?? ""),
        ]
    }
}
