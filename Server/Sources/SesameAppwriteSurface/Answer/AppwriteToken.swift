import Foundation
import SesameCore

/// The model of a token: a secret that signs in or proves something, as the answer to who asks for one has it.
struct AppwriteToken: Sendable {
    let id: String
    let user: String
    let createdAt: Date
    let expiresAt: Date
    /// The secret, where whoever asks is told it.
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
