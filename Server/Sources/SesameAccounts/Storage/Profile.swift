package import Foundation
package import SesameCore

/// An account's profile: fields by the app's ``ProfileSchema``, and the state of the onboarding.
package struct Profile: Sendable, Equatable {
    /// The greatest number of bytes of the fields, as JSON.
    package static let greatestSize = 65_536

    /// The fields that are kept. What the server or a provider knows anyway stands beside them when they are shown.
    package var fields: JSONObject
    /// The state of the onboarding.
    package var onboarding: Onboarding
    /// Counts the changes, from 1.
    package var version: Int
    /// The last change.
    package var updatedAt: Date

    /// Makes a profile.
    package init(
        fields: JSONObject = [:], onboarding: Onboarding = .completed, version: Int = 1, updatedAt: Date
    ) {
        self.fields = fields
        self.onboarding = onboarding
        self.version = version
        self.updatedAt = updatedAt
    }

    /// This profile with what a change has left: the next version, unless it left everything as it was.
    func changed(fields: JSONObject, onboarding: Onboarding, at now: Date) -> Profile {
        guard fields != self.fields || onboarding != self.onboarding else { return self }
        return Profile(
            fields: fields, onboarding: onboarding, version: version + 1, updatedAt: max(now, updatedAt))
    }
}
