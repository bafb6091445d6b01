package import SesameAccounts

/// The types of jobs that this server runs. The database may contain jobs of a newer version, whose names are not used
/// as labels.
package struct KnownJobKinds: Sendable {
    private let kinds: Set<JobKind>

    package init(_ kinds: Set<JobKind>) {
        self.kinds = kinds
    }

    var all: [String] { kinds.map(\.rawValue) }

    /// Returns the name of a type of job that this server runs, and `unknown` for any other type.
    package func name(of kind: JobKind) -> String { kinds.contains(kind) ? kind.rawValue : "unknown" }
}
