/// A writer of metrics in the Prometheus text format 0.0.4.
struct PrometheusText {
    /// The type of a metric family.
    enum Kind: String {
        case counter, gauge, histogram
    }

    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var bytes: [UInt8] = []

    /// Writes the `HELP` and `TYPE` lines of a family. Its samples must follow.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        append("# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n")
    }

    /// Writes one sample as a line with its name, labels and value.
    mutating func sample(_ name: String, _ value: Double, _ labels: [MetricLabel] = []) {
        append(name)
        if !labels.isEmpty {
            append("{")
            for (index, label) in labels.enumerated() {
                append(index == 0 ? "\(label.name)=\"" : ",\(label.name)=\"")
                appendEscaped(label.value)
                append("\"")
            }
            append("}")
        }
        append(" \(Self.text(value))\n")
    }

    /// Returns the number as text. Integers have no fraction.
    static func text(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return String(whole) }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return String(value)
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends a label's value, with backslash, quotation mark and line break escaped.
    private mutating func appendEscaped(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\n"): append("\\n")
            default: bytes.append(byte)
            }
        }
    }
}

/// A label of a sample: its name and value. Values come from fixed lists, never from a request.
struct MetricLabel: Sendable, Hashable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
