import Foundation
import SesameCore

/// The model of a token in the response to the request for it. A token is a secret for sign-in or verification.
struct AppwriteToken: Sendable {
    let id: String
    let user: String
    let createdAt: Date
    let expiresAt: Date
    /// The secret, if the caller may receive it.
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
