/// The versions of a profile that a change applies to.
package enum VersionCondition: Sendable, Equatable {
    /// Any version: the change is merged into the current profile, field by field.
    case any
    /// One of these versions.
    case among([Int])

    /// The version that the change applies to; nil if it is not exactly one.
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
