package import Foundation
package import SesameCore

/// The user pool of a Firebase project or of one of its tenants, with its sign-in settings.
///
/// Services treat a user pool like an app: its accounts are stored under its own id, and no query returns accounts of
/// another user pool.
package struct FirebaseUserPool: Sendable, Equatable {
    /// The id under which the pool's accounts are stored; equal to ``project`` for the project's own users.
    package let id: AppID
    /// The id of the project's own user pool.
    package let project: AppID
    /// The tenant's id; nil for the project's own users.
    package let tenant: String?
    /// The settings, in Firebase's format.
    package var settings: JSONObject
    /// The time at which the settings were first stored; for a tenant, the time of its creation.
    package let createdAt: Date

    package init(id: AppID, project: AppID, tenant: String?, settings: JSONObject, createdAt: Date) {
        self.id = id
        self.project = project
        self.tenant = tenant
        self.settings = settings
        self.createdAt = createdAt
    }

    /// The maximum size of the settings, in bytes.
    package static let maxSettingsBytes = 16_384

    /// Returns true if the text is a valid tenant id: 1 to 64 letters, digits, `-` and `_`.
    package static func isValid(tenant id: String) -> Bool { AppID(id) != nil }
}

extension AppID {
    /// Creates the id of a tenant's user pool. A tenant always gets the same id, and the id never equals a configured
    /// app's.
    init(ofTenant tenant: String, in project: AppID) {
        self.init(derived: "ft-", from: "\(project)\0\(tenant)")
    }

    /// Creates the id of the user pool of a project without a configured app.
    init(ofProject project: String) {
        self.init(derived: "fp-", from: project)
    }

    private init(derived prefix: String, from text: String) {
        self.init(known: prefix + Base32.encode(digest(text.utf8)).prefix(26))
    }
}
