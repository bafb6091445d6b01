import CQRCode
import SesameHTTP

/// A QR code (ISO/IEC 18004) to be scanned from a screen.
struct QRCode {
    /// The number of modules of each side, without the margin.
    let side: Int
    private let dark: [Bool]

    /// Creates the smallest QR code for a text, with error correction level M, which tolerates damage to about 15 % of
    /// the code.
    ///
    /// Nil if the text is empty or has more than 2,331 bytes, the maximum at level M.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        // The lowest bit of a module is its color; the others state its purpose.
        dark = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Returns true if a module is dark; false for a position outside the code.
    func isDark(row: Int, column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && dark[row * side + column]
    }

    /// Returns the code as an inline SVG image, black on white in every color scheme, with the required margin of four
    /// modules.
    ///
    /// - Parameter label: The alternative text for screen readers.
    func picture(label: String) -> Markup {
        let margin = 4
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                let start = column
                while isDark(row: row, column: column) { column += 1 }
                if column > start {
                    path += "M\(start + margin) \(row + margin)h\(column - start)v1H\(start + margin)z"
                } else {
                    column += 1
                }
            }
        }
        return """
            <svg class="code" role="img" aria-label="\(label)" viewBox="0 0 \(side + 2 * margin) \(side + 2 * margin)" \
            shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side + 2 * margin)v\(side + 2 * margin)H0z"/>\
            <path fill="#000" d="\(path)"/></svg>
            """
    }
}
