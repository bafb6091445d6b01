import Foundation
import SesameCore
import SesameWire

/// A validated request for a new admin key.
package struct AdminKeyRequest: Sendable {
    /// The operator's name for the key: 1 to 100 bytes without control characters.
    package let name: String
    /// The scopes of the new key; at least one.
    package let scopes: Set<AdminScope>
    /// The apps that the key is valid for; nil for all.
    package let apps: Set<AppID>?
    /// The lifetime of the key, from 1 to ``AdminKey/maxLifetimeDays`` days.
    package let days: Int

    /// Creates a request; throws `invalid_request` with the name of the invalid member.
    ///
    /// - Parameter apps: The apps that the key is valid for; nil for all. An empty set is invalid.
    package init(
        name: String, scopes: Set<AdminScope>, apps: Set<AppID>? = nil, days: Int = AdminKey.defaultLifetimeDays
    ) throws(AccountError) {
        let isPrintable = name.unicodeScalars.allSatisfy { !$0.properties.isControl }
        guard (1...100).contains(name.utf8.count), isPrintable else {
            throw AccountError(
                .invalidRequest, "'name' must be 1 to 100 bytes without control characters", field: "name")
        }
        guard !scopes.isEmpty else {
            throw AccountError(.invalidRequest, "'scopes' is required: name at least one scope", field: "scopes")
        }
        guard apps?.isEmpty != true else {
            throw AccountError(.invalidRequest, "'apps' must not be empty; leave it out for all apps", field: "apps")
        }
        guard (1...AdminKey.maxLifetimeDays).contains(days) else {
            throw AccountError(.invalidRequest, "'days' must be from 1 to \(AdminKey.maxLifetimeDays)", field: "days")
        }
        self.name = name
        self.scopes = scopes
        self.apps = apps
        self.days = days
    }

    /// Returns the error if the key `maker` may not create the requested key: a key cannot create one with scopes or
    /// apps that it lacks.
    func refusal(for maker: AdminKey) -> AccountError? {
        guard scopes.isSubset(of: maker.scopes) else {
            return AccountError(
                .insufficientScope, "an admin key cannot create a key with scopes that it lacks", field: "scopes")
        }
        guard let own = maker.apps else { return nil }
        return apps.map { $0.isSubset(of: own) } == true
            ? nil
            : AccountError(
                .insufficientScope, "an admin key cannot create a key for apps that are not its own", field: "apps")
    }

    func make(_ environment: RuntimeEnvironment, at now: Date) -> CreatedAdminKey {
        let made = AdminKeyText.make(environment)
        return CreatedAdminKey(
            key: AdminKey(
                id: made.id, name: name, digest: digest(made.text.exposed.utf8), scopes: scopes, apps: apps,
                createdAt: now, expiresAt: now.addingTimeInterval(TimeInterval(days) * 86_400)),
            text: made.text)
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
