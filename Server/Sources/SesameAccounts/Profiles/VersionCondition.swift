/// The precondition of a change: the versions of the profile to which it applies.
package enum VersionCondition: Sendable, Equatable {
    /// Any version: the change is merged into the current profile, field by field.
    case any
    /// One of these versions.
    case among([Int])

    /// The only version to which the change applies; nil for any version or several.
    package var version: Int? {
        if case .among(let versions) = self, versions.count == 1 { versions.first } else { nil }
    }

    func allows(_ version: Int) -> Bool {
        switch self {
        case .any: true
        case .among(let versions): versions.contains(version)
        }
    }
}
