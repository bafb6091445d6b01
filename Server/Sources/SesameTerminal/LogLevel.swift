import ArgumentParser
package import Logging
import SesameHTTP

/// The `--log-level` option.
package enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case debug, info, notice, warning, error

    /// Returns a logger with the chosen level, which writes JSON lines to standard error.
    package func logger() -> Logger {
        let level = Logger.Level(rawValue: rawValue) ?? .notice
        return Logger(label: "sesame") { JSONLinesLogHandler(label: $0, level: level) }
    }
}
