/// A fault of a configuration: its place, and what to write instead.
package struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// The member, for example `apps.castmate.providers.google.clientIDs`; empty for the file as a whole.
    package let path: String
    /// The fault, and what is expected.
    package let problem: String

    /// Makes the error.
    package init(_ path: String, _ problem: String) {
        self.path = path
        self.problem = problem
    }

    /// Path and problem on one line.
    package var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
