/// A configuration error: its location, and the expected value.
package struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// The member's path, such as `apps.castmate.providers.google.clientIDs`; empty for the file as a whole.
    package let path: String
    /// The error and the expected value.
    package let problem: String

    /// Creates an error with these members.
    package init(_ path: String, _ problem: String) {
        self.path = path
        self.problem = problem
    }

    /// The path and the problem on one line.
    package var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
