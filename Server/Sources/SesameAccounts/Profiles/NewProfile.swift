import Foundation
import SesameCore
import SesameWire

extension ProfileSchema {
    /// Returns the profile of a new account. Every account has a profile, so that a client never mistakes "not loaded"
    /// for "missing".
    ///
    /// - Parameters:
    ///   - given: The fields of a registration form; nil for a sign-in without a form. The form has shown the
    ///     provider's claims to the user, so no claims are added.
    ///   - claims: The provider's claims, used if there was no form.
    func newProfile(given: JSONObject?, claims: IdentityClaims?, at now: Date) -> StoredProfile {
        let fields = filled(given ?? [:], claims: given == nil ? claims : nil)
        return StoredProfile(fields: fields, onboarding: beginning(isRegistered: given != nil), updatedAt: now)
    }

    /// Returns the profile of an upgraded guest, with the fields of a registration form or the provider's claims added.
    func profile(ofUpgraded guest: StoredProfile, given: JSONObject, claims: IdentityClaims?, at now: Date)
        -> StoredProfile
    {
        let isRegistered = claims == nil
        let onboarding = isRegistered && guest.onboarding == .notStarted && onboarding.steps.isEmpty
        return guest.changed(
            fields: filled(guest.fields.merging(given), claims: claims),
            onboarding: onboarding ? .completed : guest.onboarding, at: now)
    }

    /// Returns the fields with missing ones filled in from the provider's claims, or else with their initial value.
    private func filled(_ given: JSONObject, claims: IdentityClaims?) -> JSONObject {
        var filled = given
        for field in fields where !field.isShown && !filled.contains(field.name) {
            if let claim = claims.flatMap({ field.source?.claim($0) }) {
                filled[field.name] = .string(claim)
            } else if let initial = field.initial {
                filled[field.name] = initial
            }
        }
        return filled
    }

    /// Returns the initial state of the onboarding: completed if it has no steps, and the app requires no fields or the
    /// registration form had them.
    private func beginning(isRegistered: Bool) -> Onboarding {
        onboarding.steps.isEmpty && (required.isEmpty || isRegistered) ? .completed : .notStarted
    }
}

extension JSONObject {
    /// Returns the object with other members added, which replace members of the same name.
    func merging(_ others: JSONObject) -> JSONObject {
        var merged = self
        for member in others.members { merged[member.name] = member.value }
        return merged
    }
}
