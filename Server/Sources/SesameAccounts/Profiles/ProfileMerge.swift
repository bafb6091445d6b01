import Foundation
import SesameCore

struct ProfileMerge: Sendable {
    /// The survivor's profile after the merge.
    let result: StoredProfile
    /// The names of the fields with different values in both profiles, neither of them empty or the default; the
    /// survivor's value was kept.
    let overridden: [String]
}

extension ProfileSchema {
    /// Returns the survivor's profile with the fields of the absorbed one added. If both have a value for a field, the
    /// survivor's is kept, unless it is empty or the default of new accounts.
    ///
    /// The version of a changed profile is higher than the versions of both profiles, so that a change based on an
    /// older version is recognized as outdated.
    func merge(_ stays: StoredProfile, with goes: StoredProfile, at now: Date) -> ProfileMerge {
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
