/// An error in the server's configuration, with the setting's path and, in many cases, the next step.
package struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    package enum Cause: Sendable {
        /// A value that is missing, of the wrong type, or not allowed.
        case value
        /// A member that is not a setting, for example a misspelled one.
        case unknownSetting
        /// A problem with the file that the setting refers to.
        case file
    }

    /// The operator's next step.
    package enum Fix: Sendable {
        /// A shell command.
        case run(String)
        /// A sentence without a full stop.
        case advice(String)

        package var text: String {
            switch self {
            case .run(let text), .advice(let text): text
            }
        }
    }

    /// The member's path, such as `apps.castmate.providers.google.clientIDs`; empty for the file as a whole.
    package let path: String
    /// The problem, in many cases with the expected value.
    package let problem: String
    package let cause: Cause
    /// The operator's next step, where the problem does not already say it.
    package let fix: Fix?

    package init(_ path: String, _ problem: String, cause: Cause = .value, fix: Fix? = nil) {
        self.path = path
        self.problem = problem
        self.cause = cause
        self.fix = fix
    }

    /// The path, the problem and the next step on one line.
    package var description: String {
        let error = path.isEmpty ? problem : "\(path): \(problem)"
        return switch fix {
        case .run(let command): "\(error); run: \(command)"
        case .advice(let sentence): "\(error); \(sentence)"
        case nil: error
        }
    }
}
