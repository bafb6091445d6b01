/// Markup. Text that is set into it is escaped, so that nobody's words become markup.
public struct Markup: Sendable, ExpressibleByStringInterpolation {
    /// The markup as it is sent.
    public let text: String

    /// Takes a literal of this program as it is.
    public init(stringLiteral text: String) { self.text = text }

    /// Takes literals as they are, and text escaped.
    public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Markup that a template made.
    public init(rendered text: String) { self.text = text }

    /// The markup as bytes.
    public var bytes: [UInt8] { Array(text.utf8) }

    /// Text in which nothing is markup, neither between tags nor in an attribute in quotes.
    public static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
            case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
            case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
            case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
            case UInt8(ascii: "'"): bytes += Array("&#39;".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What becomes of the parts of a literal.
    public struct Interpolation: StringInterpolationProtocol {
        var text = ""

        /// Begins with nothing.
        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        /// Takes a literal of this program as it is.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Escapes the text.
        public mutating func appendInterpolation(_ text: String) { self.text += Markup.escaped(text) }

        /// Takes a number.
        public mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Takes markup as it is.
        public mutating func appendInterpolation(_ markup: Markup) { text += markup.text }

        /// Takes markup as it is, part after part.
        public mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { text += part.text } }
    }
}
