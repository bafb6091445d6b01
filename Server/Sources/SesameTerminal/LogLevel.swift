import ArgumentParser
package import Logging
import SesameHTTP

/// The `--log-level` option.
package enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case debug, info, notice, warning, error

    /// A logger of that level: JSON lines on standard error.
    package func logger() -> Logger {
        let level = Logger.Level(rawValue: rawValue) ?? .notice
        return Logger(label: "sesame") { JSONLinesLogHandler(label: $0, level: level) }
    }
}
