import SesameWire

extension App {
    /// True if a client may choose the id of a new account. False for an app whose back end creates custom tokens for
    /// ids of its own, because a client could take such an id first.
    var takesClientsIDs: Bool { firebase?.serviceAccounts.isEmpty ?? true }
}

/// The settings of the Appwrite project that an app's clients with Appwrite SDKs use.
package struct AppwriteSettings: Sendable, Equatable {
    /// The project's id, configured in the clients. Ids are public.
    package let projectID: String
    /// The origins of the app's pages, in the form that browsers send. They may call the server with users' cookies,
    /// and redirects and links in emails may lead there.
    package let origins: [String]

    /// The default maximum number of an account's live sessions in an app with an Appwrite project, as in Appwrite.
    package static let defaultMaxSessions = 10

    /// Creates settings with a project's id; nil if the id is not valid in Appwrite: up to 36 letters, digits, `.`, `-`
    /// and `_`, starting with a letter or digit.
    package init?(projectID: String, origins: [String] = []) {
        guard Self.isID(projectID) else { return nil }
        self.projectID = projectID
        self.origins = origins
    }

    /// Returns true if the text is a valid Appwrite id, of a project or of a resource.
    package static func isID(_ text: String) -> Bool {
        guard (1...36).contains(text.utf8.count), let first = text.utf8.first, isLetterOrDigit(first) else {
            return false
        }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || Array("._-".utf8).contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

extension AppDirectory {
    package func app(appwriteProject id: String) -> App? {
        apps.values.first { $0.appwrite?.projectID.hasSameBytes(as: id) == true }
    }

    package var appwriteOrigins: [String] { apps.values.flatMap { $0.appwrite?.origins ?? [] } }

    package var hasAppwriteProjects: Bool { apps.values.contains { $0.appwrite != nil } }
}
