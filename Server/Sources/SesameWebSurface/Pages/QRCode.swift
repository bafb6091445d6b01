import CQRCode
import SesameHTTP

/// A QR code (ISO/IEC 18004), which a phone reads off a screen.
struct QRCode {
    /// The modules of each side, without the margin.
    let side: Int
    private let dark: [Bool]

    /// The smallest code of a text that is still read with a seventh of it smeared (level M).
    ///
    /// Nil for a text that no code can hold: more than 2,331 bytes.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        // The lowest bit of a module says whether it is dark; the others say what it is for.
        dark = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Returns true if a module is dark; those beyond the sides are not.
    func isDark(row: Int, column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && dark[row * side + column]
    }

    /// The code as a picture within a page, dark on light in whatever scheme, with the margin of four modules that
    /// readers need.
    ///
    /// - Parameter label: What those hear who do not see it.
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
