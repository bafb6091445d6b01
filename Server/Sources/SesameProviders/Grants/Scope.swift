/// A scope that an app may ask for.
enum Scope: String, Sendable, Hashable, CaseIterable {
    case openid
    case email
    /// Google's: name and picture.
    case profile
    /// Apple's: the name, told once.
    case name
}

extension Set<Scope> {
    /// The names in the order of the declarations.
    var names: [String] {
        Scope.allCases.filter(contains).map(\.rawValue)
    }
}
