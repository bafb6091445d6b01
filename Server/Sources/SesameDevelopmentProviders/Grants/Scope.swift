/// A scope that Google or Apple supports.
enum Scope: String, Sendable, Hashable, CaseIterable {
    case openid
    case email
    /// Google's scope for name and picture.
    case profile
    /// Apple's scope for the name, which is sent only once.
    case name
}

extension Set<Scope> {
    /// The names of the scopes, in order of declaration.
    var names: [String] {
        Scope.allCases.filter(contains).map(\.rawValue)
    }
}
