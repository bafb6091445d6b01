/// HTML markup. Interpolated text is escaped, so that user input never becomes markup.
package struct Markup: Sendable, ExpressibleByStringInterpolation {
    /// The markup's source text.
    package let text: String

    /// Creates markup from a literal, unchanged.
    package init(stringLiteral text: String) { self.text = text }

    /// Creates markup from an interpolated literal: its literal parts stay unchanged, and interpolated text is escaped.
    package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Creates markup from the output of a template, unchanged.
    package init(rendered text: String) { self.text = text }

    /// The markup in UTF-8.
    package var bytes: [UInt8] { Array(text.utf8) }

    /// Returns the text with `&`, `<`, `>` and both quotes escaped, for use between tags and in quoted attributes.
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

    /// The segments of an interpolated literal.
    package struct Interpolation: StringInterpolationProtocol {
        var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        /// Appends a literal, unchanged.
        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends text, escaped.
        package mutating func appendInterpolation(_ text: String) { self.text += Markup.escaped(text) }

        /// Appends a number in decimal, which needs no escaping.
        package mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Appends markup, unchanged.
        package mutating func appendInterpolation(_ markup: Markup) { text += markup.text }

        /// Appends several pieces of markup, unchanged.
        package mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { text += part.text } }
    }
}
