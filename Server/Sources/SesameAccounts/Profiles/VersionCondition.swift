/// Which versions of a profile a change was made for.
package enum VersionCondition: Sendable, Equatable {
    /// Whichever: the change is merged into what is there, field by field.
    case any
    /// One of these.
    case among([Int])

    /// The one version that the change was made for, if it names just one.
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
