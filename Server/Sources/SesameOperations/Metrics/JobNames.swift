package import SesameAccounts

/// The kinds of jobs that this server does. The database may hold jobs of a newer one, whose names are not taken over.
package struct JobNames: Sendable {
    private let kinds: Set<JobKind>

    package init(_ kinds: Set<JobKind>) {
        self.kinds = kinds
    }

    /// Their names.
    var all: [String] { kinds.map(\.rawValue) }

    /// The kind's name, if this server does it.
    package func name(of kind: JobKind) -> String { kinds.contains(kind) ? kind.rawValue : "unknown" }
}
