import Foundation
import SesameCore

/// The merge of two profiles of one user.
struct ProfileMerge: Sendable {
    /// The profile as it will be.
    let result: Profile
    /// The fields of which both have a value of their own, and not the same.
    let overridden: [String]
}

extension ProfileSchema {
    /// Adds the fields of a profile that goes to one that stays. Of two values of one field that stays which is the
    /// staying profile's, unless that is empty, or what every new account begins with.
    ///
    /// Its version is higher than that of either, so that nobody's change is taken for one that knows the result.
    func merge(_ stays: Profile, with goes: Profile, at now: Date) -> ProfileMerge {
        var (fields, overridden): (JSONObject, [String]) = (stays.fields, [])
        for member in goes.fields.members {
            let initial = field(member.name)?.initial
            let own = fields[member.name]
            if own == nil {
                fields[member.name] = member.value
            } else if own != member.value, JSONValue?(member.value).isGiven, member.value != initial {
                if own.isGiven, own != initial {
                    overridden.append(member.name)
                } else {
                    fields[member.name] = member.value
                }
            }
        }
        var result = stays.changed(
            fields: fields, onboarding: onboarding.further(stays.onboarding, goes.onboarding), at: now)
        if result != stays { result.version = max(stays.version, goes.version) + 1 }
        return ProfileMerge(result: result, overridden: overridden)
    }
}
