/// Writes numbers as a Prometheus server reads them (text format 0.0.4).
struct MetricText {
    /// The type of a family.
    enum Kind: String {
        case counter, gauge, histogram
    }

    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var bytes: [UInt8] = []

    /// Begins a family. Its samples follow.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        append("# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n")
    }

    /// One number.
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

    /// Whole numbers without a fraction, as everybody writes them.
    static func text(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return String(whole) }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return String(value)
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// A label's value may hold anything but these three as they are.
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

/// A name and value that tell the samples of a family apart. Values come from lists that we know, never from a request.
struct MetricLabel: Sendable, Hashable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
