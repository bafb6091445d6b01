package import Logging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A log handler that writes each entry as one line of JSON in ASCII, normally with one call of `write`.
///
/// It escapes control characters, line separators and all characters beyond ASCII, so that no input can forge an entry
/// or control a terminal.
package struct JSONLinesLogHandler: LogHandler {
    package enum Destination: Sendable {
        /// The standard output (file descriptor 1).
        case standardOutput
        /// The standard error (file descriptor 2).
        case standardError
        /// A function that receives each line, for tests.
        case custom(@Sendable ([UInt8]) -> Void)
    }

    /// The minimum level of entries that are written.
    package var logLevel: Logger.Level
    /// The values in every entry.
    package var metadata: Logger.Metadata = [:]
    /// The provider of metadata from the current task, which overrides ``metadata``; nil for none.
    package var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let destination: Destination
    private let now: @Sendable () -> (seconds: Int, nanoseconds: Int)

    /// Creates a handler for `Logger(label:factory:)` or `LoggingSystem.bootstrap`.
    package init(label: String, level: Logger.Level = .info, destination: Destination = .standardError) {
        self.init(label: label, level: level, destination: destination) { CivilTime.now() }
    }

    init(
        label: String, level: Logger.Level, destination: Destination,
        now: @escaping @Sendable () -> (seconds: Int, nanoseconds: Int)
    ) {
        self.label = label
        self.logLevel = level
        self.destination = destination
        self.now = now
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes an entry, without its source location, because messages are unique.
    package func log(
        level: Logger.Level, message: Logger.Message, metadata extra: Logger.Metadata?, source: String, file: String,
        function: String, line: UInt
    ) {
        var values = metadata
        if let provided = metadataProvider?.get() { values.merge(provided) { $1 } }
        if let extra { values.merge(extra) { $1 } }
        var text = JSONLine()
        text.begin("time", timestamp())
        text.add("level", level.rawValue)
        text.add("logger", label)
        text.add("message", message.description)
        for (key, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            text.add(Self.reserved.contains(key) ? "_" + key : key, value)
        }
        write(text.finished())
    }

    private static let reserved: Set<String> = ["time", "level", "logger", "message"]

    private func timestamp() -> String {
        let now = now()
        let time = CivilTime(epochSeconds: now.seconds)
        let pad = CivilTime.padded
        let date = "\(pad(time.year, 4))-\(pad(time.month, 2))-\(pad(time.day, 2))"
        let clock = "\(pad(time.hour, 2)):\(pad(time.minute, 2)):\(pad(time.second, 2))"
        return "\(date)T\(clock).\(pad(now.nanoseconds / 1_000_000, 3))Z"
    }

    private func write(_ line: [UInt8]) {
        let descriptor: CInt
        switch destination {
        case .standardOutput: descriptor = 1
        case .standardError: descriptor = 2
        case .custom(let take): return take(line)
        }
        line.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                #if canImport(Darwin)
                    let written = Darwin.write(descriptor, base, rest.count)
                #elseif canImport(Musl)
                    let written = Musl.write(descriptor, base, rest.count)
                #else
                    let written = Glibc.write(descriptor, base, rest.count)
                #endif
                if written < 0 {
                    guard errno == EINTR else { return }
                    continue
                }
                rest = rest.dropFirst(written)
            }
        }
    }
}
