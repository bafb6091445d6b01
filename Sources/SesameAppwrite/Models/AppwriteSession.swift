import Foundation
import SesameCore

/// The members of Appwrite's session model that this library uses.
struct AppwriteSession: Sendable {
    let id: String
    let userID: String
    let provider: String
    let creationDate: Date?
    let isCurrent: Bool

    /// Parses the model; returns nil if an id is missing.
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
    /// Returns a string member; nil if it is missing or empty, because Appwrite writes missing values as empty strings.
    func text(_ name: String) -> String? {
        self[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the objects of the named list; nil if the member is missing or not a list.
    func list(_ name: String) -> [JSONObject]? {
        self[name]?.array?.compactMap(\.object)
    }
}
