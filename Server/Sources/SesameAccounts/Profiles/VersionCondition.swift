/// A precondition of a change: the versions of the profile that the change may be applied to.
package enum VersionCondition: Sendable, Equatable {
    /// Any version: the change is merged into the current profile, field by field.
    case any
    /// One of the listed versions; an empty list allows no change.
    case among([Int])

    /// The version if exactly one is allowed; otherwise nil.
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
