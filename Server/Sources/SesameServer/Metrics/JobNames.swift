import SesameAccounts

/// The kinds of jobs that this server does. The database may hold jobs of a newer one, whose names are not taken over.
struct JobNames: Sendable {
    private let kinds: Set<JobKind>

    init(_ kinds: Set<JobKind>) {
        self.kinds = kinds
    }

    /// Their names.
    var all: [String] { kinds.map(\.rawValue) }

    /// The kind's name, if this server does it.
    func name(of kind: JobKind) -> String { kinds.contains(kind) ? kind.rawValue : "unknown" }
}
