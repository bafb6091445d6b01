package import Foundation
package import SesameCore

/// An account's profile: fields according to the app's ``ProfileSchema``, and the state of the onboarding.
package struct StoredProfile: Sendable, Equatable {
    /// The maximum size of the fields as JSON, in bytes.
    package static let maxFieldsBytes = 65_536

    /// The stored fields. Responses add the fields whose values come from the account or a provider.
    package var fields: JSONObject
    package var onboarding: Onboarding
    /// The version of the profile: 1 at first, and one more with every change.
    package var version: Int
    package var updatedAt: Date

    package init(
        fields: JSONObject = [:], onboarding: Onboarding = .completed, version: Int = 1, updatedAt: Date
    ) {
        self.fields = fields
        self.onboarding = onboarding
        self.version = version
        self.updatedAt = updatedAt
    }

    /// Returns the profile after a change: a new version, unless nothing changed.
    func changed(fields: JSONObject, onboarding: Onboarding, at now: Date) -> StoredProfile {
        guard fields != self.fields || onboarding != self.onboarding else { return self }
        return StoredProfile(
            fields: fields, onboarding: onboarding, version: version + 1, updatedAt: max(now, updatedAt))
    }
}
