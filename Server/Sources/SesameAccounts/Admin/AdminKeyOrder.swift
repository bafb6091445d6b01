import Foundation
import SesameCore
import SesameWire

/// An admin key that is to be made.
package struct AdminKeyOrder: Sendable {
    /// The operator's name for it.
    package let name: String
    /// The scopes of the new key.
    package let scopes: Set<AdminScope>
    /// The apps that it is to be good for; nil for all.
    package let apps: Set<AppID>?
    /// Its life in days.
    package let days: Int

    /// Makes an order; throws a refusal that names the wrong member.
    ///
    /// - Parameter apps: Names of apps of the server.
    package init(
        name: String, scopes: Set<AdminScope>, apps: Set<AppID>? = nil, days: Int = AdminKey.usualDays
    ) throws(Refusal) {
        let isPrintable = name.unicodeScalars.allSatisfy { !$0.properties.isControl }
        guard (1...100).contains(name.utf8.count), isPrintable else {
            throw Refusal(.invalidRequest, "a name has up to 100 bytes and no control characters", field: "name")
        }
        guard !scopes.isEmpty else {
            throw Refusal(.invalidRequest, "a key is good for something: name its scopes", field: "scopes")
        }
        guard apps?.isEmpty != true else {
            throw Refusal(.invalidRequest, "name the key's apps, or leave them out for all", field: "apps")
        }
        guard (1...AdminKey.greatestDays).contains(days) else {
            throw Refusal(.invalidRequest, "a key lives from 1 to \(AdminKey.greatestDays) days", field: "days")
        }
        self.name = name
        self.scopes = scopes
        self.apps = apps
        self.days = days
    }

    /// Returns the error if the key may not create this one; nobody creates a stronger key.
    func refusal(for maker: AdminKey) -> Refusal? {
        guard scopes.isSubset(of: maker.scopes) else {
            return Refusal(.insufficientScope, "a key makes no key with scopes that it lacks", field: "scopes")
        }
        guard let own = maker.apps else { return nil }
        return apps.map { $0.isSubset(of: own) } == true
            ? nil : Refusal(.insufficientScope, "a key makes no key for apps that are not its own", field: "apps")
    }

    func make(_ environment: Environment, at now: Date) -> NewAdminKey {
        let made = AdminKeyText.make(environment)
        return NewAdminKey(
            key: AdminKey(
                id: made.id, name: name, digest: digest(made.text.exposed.utf8), scopes: scopes, apps: apps,
                createdAt: now, expiresAt: now.addingTimeInterval(TimeInterval(days) * 86_400)),
            text: made.text)
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
