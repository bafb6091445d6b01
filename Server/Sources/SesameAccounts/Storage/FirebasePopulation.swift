package import Foundation
package import SesameCore

/// The people of a Firebase project, or of one of its tenants, and what has been said of their sign-ins.
///
/// A population is to the domain what an app is: its accounts are kept under its own id, and no query sees those of
/// another one.
package struct FirebasePopulation: Sendable, Equatable {
    /// The id that its accounts are kept under; for the project's own people the same as ``project``.
    package let id: AppID
    /// The id of the project's own people.
    package let project: AppID
    /// The tenant's id; nil for the project's own people.
    package let tenant: String?
    /// The settings, in the vendor's words.
    package var settings: JSONObject
    /// The first mention.
    package let createdAt: Date

    /// Makes a population.
    package init(id: AppID, project: AppID, tenant: String?, settings: JSONObject, createdAt: Date) {
        self.id = id
        self.project = project
        self.tenant = tenant
        self.settings = settings
        self.createdAt = createdAt
    }

    /// The greatest number of bytes of settings.
    package static let greatestSettings = 16_384

    /// Returns true if a tenant may have that id: 1 to 64 letters, digits, `-` and `_`, as in every path that names
    /// one.
    package static func canBe(tenant id: String) -> Bool { AppID(id) != nil }
}

extension AppID {
    /// The id of a tenant's people: the same for the same tenant, and no configured app's.
    init(ofTenant tenant: String, in project: AppID) {
        self.init(derived: "ft-", from: "\(project)\0\(tenant)")
    }

    /// The id of the people of a project that no app is configured for.
    init(ofProject project: String) {
        self.init(derived: "fp-", from: project)
    }

    private init(derived prefix: String, from text: String) {
        self.init(known: prefix + Base32.encode(digest(text.utf8)).prefix(26))
    }
}
