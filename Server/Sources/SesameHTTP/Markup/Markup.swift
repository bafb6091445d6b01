/// Markup. Text that is set into it is escaped, so that nobody's words become markup.
package struct Markup: Sendable, ExpressibleByStringInterpolation {
    /// The markup as it is sent.
    package let text: String

    /// Takes a literal of this program as it is.
    package init(stringLiteral text: String) { self.text = text }

    /// Takes literals as they are, and text escaped.
    package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Markup that a template made.
    package init(rendered text: String) { self.text = text }

    /// The markup as bytes.
    package var bytes: [UInt8] { Array(text.utf8) }

    /// Text in which nothing is markup, neither between tags nor in an attribute in quotes.
    package static func escaped(_ text: String) -> String {
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

    /// The parts of a literal.
    package struct Interpolation: StringInterpolationProtocol {
        var text = ""

        /// Begins with nothing.
        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        /// Takes a literal of this program as it is.
        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Escapes the text.
        package mutating func appendInterpolation(_ text: String) { self.text += Markup.escaped(text) }

        /// Takes a number.
        package mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Takes markup as it is.
        package mutating func appendInterpolation(_ markup: Markup) { text += markup.text }

        /// Takes markup as it is, part after part.
        package mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { text += part.text } }
    }
}
