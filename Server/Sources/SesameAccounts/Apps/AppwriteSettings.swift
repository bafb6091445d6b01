import SesameWire

extension App {
    /// True if who signs up may say which id the account gets. Not where a back end vouches for people by ids of its
    /// own: somebody could be there first.
    var takesClientsIDs: Bool { firebase?.serviceAccounts.isEmpty ?? true }
}

/// The settings of an app that serves Appwrite's clients.
package struct AppwriteSettings: Sendable, Equatable {
    /// The project's id, which those clients are configured with. It is no secret.
    package let projectID: String
    /// Origins where its pages live, each as a browser writes it: they may call the server with people's cookies, and
    /// browsers and links in mails may be sent there.
    package let origins: [String]

    /// The most live sessions of an account in such an app, as in Appwrite, unless it is configured.
    package static let mostSessions = 10

    /// Takes a project's id; nil for one that Appwrite would not take: up to 36 letters, digits, `.`, `-` and `_`, with
    /// a letter or a digit in front.
    package init?(projectID: String, origins: [String] = []) {
        guard Self.isID(projectID) else { return nil }
        self.projectID = projectID
        self.origins = origins
    }

    /// Returns true if a text has the form of Appwrite's ids, of projects and of what is in them.
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

    /// The origins of all projects' pages.
    package var appwriteOrigins: [String] { apps.values.flatMap { $0.appwrite?.origins ?? [] } }

    /// True if any app has a project of Appwrite's kind.
    package var hasAppwriteProjects: Bool { apps.values.contains { $0.appwrite != nil } }
}
