import Foundation
import SesameCore
import SesameWire

/// A text table with headings, whose columns fit their content.
struct Table {
    private let headings: [String]
    private var rows: [[String]] = []

    init(_ headings: String...) {
        self.headings = headings
    }

    mutating func add(_ cells: String?...) {
        rows.append(cells.map { Self.inert($0 ?? "-") })
    }

    var isEmpty: Bool { rows.isEmpty }

    var text: String {
        let all = headings.allSatisfy(\.isEmpty) ? rows : [headings] + rows
        let widths = headings.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
                .joined(separator: "  ").replacing(/\s+$/, with: "")
        }.joined(separator: "\n")
    }

    /// Returns the text with control and format characters replaced by U+FFFD, so that user-supplied text cannot send
    /// escape sequences to the operator's terminal.
    static func inert(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: "\u{fffd}"
                    default: scalar
                    }
                }))
    }
}

extension JSONValue {
    /// The value, in seconds since 1970, as an ISO 8601 time in UTC; nil if the value is not an integer.
    var time: String? {
        integer.map { Date(timeIntervalSince1970: TimeInterval($0)).ISO8601Format() }
    }

    /// The strings of the array, separated by spaces; nil if the value is not an array.
    var list: String? {
        array.map { $0.compactMap(\.string).joined(separator: " ") }
    }
}

extension JSONObject {
    func list(_ name: String) -> [JSONObject] {
        self[name]?.array?.compactMap(\.object) ?? []
    }

    var line: String { String(decoding: JSONValue.object(self).serialized(), as: UTF8.self) }
}
