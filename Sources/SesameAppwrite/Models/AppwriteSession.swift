import Foundation
import SesameCore

/// Appwrite's model of a session, as far as it matters here.
struct AppwriteSession: Sendable {
    let id: String
    let userID: String
    let provider: String
    let creationDate: Date?
    let isCurrent: Bool

    /// Reads the model; nil when an id is missing.
    init?(_ json: JSONObject) {
        guard let id = json.text("$id"), let userID = json.text("userId") else { return nil }
        self.id = id
        self.userID = userID
        provider = json.text("provider") ?? ""
        creationDate = json.text("$createdAt").flatMap { Date(appwrite: $0) }
        isCurrent = json["current"]?.bool ?? false
    }
}

extension JSONObject {
    /// A member that is text; Appwrite writes what is missing as empty text.
    func text(_ name: String) -> String? {
        self[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The objects of a list of that name, as Appwrite's lists have them beside `total`.
    func list(_ name: String) -> [JSONObject]? {
        self[name]?.array?.compactMap(\.object)
    }
}
