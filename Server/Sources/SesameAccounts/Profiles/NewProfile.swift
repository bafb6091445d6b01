import Foundation
import SesameCore
import SesameWire

extension ProfileSchema {
    /// The profile of a new account: every account has one, so that a client never takes "not loaded" for "not there".
    ///
    /// - Parameters:
    ///   - given: What a registration form brought. The form has shown the person what the provider states, so nothing
    ///     is added to it.
    ///   - claims: What the provider states, where there was no form.
    func newProfile(given: JSONObject?, claims: IdentityClaims?, at now: Date) -> Profile {
        let fields = filled(given ?? [:], claims: given == nil ? claims : nil)
        return Profile(fields: fields, onboarding: beginning(isRegistered: given != nil), updatedAt: now)
    }

    /// The profile of a guest who has become a person, with what they or the provider gave.
    func profile(ofUpgraded guest: Profile, given: JSONObject, claims: IdentityClaims?, at now: Date) -> Profile {
        let isRegistered = claims == nil
        let onboarding = isRegistered && guest.onboarding == .notStarted && onboarding.steps.isEmpty
        return guest.changed(
            fields: filled(guest.fields.merging(given), claims: claims),
            onboarding: onboarding ? .completed : guest.onboarding, at: now)
    }

    /// The fields with what a new account begins with, where they have no value.
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

    /// Returns the start of the onboarding: none in apps that ask for nothing, or whose form has asked for it all.
    private func beginning(isRegistered: Bool) -> Onboarding {
        onboarding.steps.isEmpty && (required.isEmpty || isRegistered) ? .completed : .notStarted
    }
}

extension JSONObject {
    /// These members with others, which take the place of those of the same name.
    func merging(_ others: JSONObject) -> JSONObject {
        var merged = self
        for member in others.members { merged[member.name] = member.value }
        return merged
    }
}
