import ArgumentParser
import Logging
import SesameHTTP

/// The `--log-level` option.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case debug, info, notice, warning, error

    /// A logger of that level: JSON lines on standard error.
    func logger() -> Logger {
        var logger = Logger(label: "sesame") { _ in JSONLinesLogHandler(stream: .standardError) }
        logger.logLevel = Logger.Level(rawValue: rawValue) ?? .notice
        return logger
    }
}
