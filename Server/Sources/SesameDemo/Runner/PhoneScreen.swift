/// A screen of a simulated phone: a title and rows, drawn as text in a frame.
struct PhoneScreen: Sendable, Hashable {
    enum Row: Sendable, Hashable {
        case text(String)
        /// An error message, drawn with an exclamation mark before it.
        case problem(String)
        /// A form field: its label and its value.
        case field(String, String)
        /// A choice between options, with the index of the selected one.
        case choice([String], chosen: Int)
        case button(String)
        /// A list row with its buttons.
        case item(String, [String])
    }

    let title: String
    var rows: [Row] = []

    private static let width = 46

    /// The lines of the screen with a frame around them.
    var drawn: [String] {
        let lines = Self.wrapped(title) + [""] + rows.flatMap(Self.lines)
        let bar = String(repeating: "─", count: Self.width + 2)
        return ["╭\(bar)╮"] + lines.map { "│ \(Self.padded($0)) │" } + ["╰\(bar)╯"]
    }

    private static func lines(_ row: Row) -> [String] {
        switch row {
        case .text(let text): wrapped(text)
        case .problem(let text): wrapped("! \(text)")
        case .field(let label, let value): wrapped("\(label) \(value.isEmpty ? "…" : value)")
        case .choice(let names, let chosen):
            wrapped(
                names.enumerated().map { $0.offset == chosen ? "(•) \($0.element)" : "( ) \($0.element)" }
                    .joined(separator: "   "))
        case .button(let title): wrapped("[ \(title) ]")
        case .item(let text, let buttons):
            // Nonbreaking spaces keep each button on one line.
            wrapped(([text] + buttons.map { "[ \($0) ]".replacing(" ", with: "\u{a0}") }).joined(separator: "   "))
        }
    }

    private static func padded(_ line: String) -> String {
        line + String(repeating: " ", count: max(0, width - line.count))
    }

    /// Wraps the text into lines; a word longer than a line is broken.
    private static func wrapped(_ text: String) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            var rest = word[...]
            let line = lines[lines.count - 1]
            if !line.isEmpty, line.count + 1 + rest.count <= width {
                lines[lines.count - 1] += " \(rest)"
                continue
            }
            if !line.isEmpty { lines.append("") }
            while rest.count > width {
                lines[lines.count - 1] = String(rest.prefix(width))
                lines.append("")
                rest = rest.dropFirst(width)
            }
            lines[lines.count - 1] += rest
        }
        return lines
    }
}
