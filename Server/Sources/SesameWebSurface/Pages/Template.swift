import SesameHTTP

/// A page template with placeholders: `{{name}}` for text, which is escaped, and `{{{name}}}` for markup.
struct Template: Sendable {
    /// The value of a placeholder; text is escaped, markup is not.
    enum Value: Sendable, ExpressibleByStringLiteral {
        case text(String)
        case markup(Markup)

        init(stringLiteral text: String) { self = .text(text) }
    }

    private enum Part: Sendable {
        case literal(String)
        case text(String)
        case markup(String)
    }

    private let parts: [Part]
    /// The names of all placeholders, without braces. Only tests read them.
    let names: Set<String>

    init(_ source: String) {
        var parts: [Part] = []
        var names: Set<String> = []
        var rest = source[...]
        while let open = rest.firstRange(of: "{{") {
            parts.append(.literal(String(rest[..<open.lowerBound])))
            rest = rest[open.upperBound...]
            let isMarkup = rest.first == "{"
            guard let close = rest.firstRange(of: isMarkup ? "}}}" : "}}") else { break }
            let name = String(rest[..<close.lowerBound].drop { $0 == "{" })
            parts.append(isMarkup ? .markup(name) : .text(name))
            names.insert(name)
            rest = rest[close.upperBound...]
        }
        self.parts = parts + [.literal(String(rest))]
        self.names = names
    }

    /// Returns the page with its placeholders replaced. A placeholder without a value of its kind stays in the output,
    /// so that tests find it.
    func render(_ values: [String: Value]) -> Markup {
        var output = ""
        for part in parts {
            switch part {
            case .literal(let text): output += text
            case .text(let name):
                if case .text(let text)? = values[name] {
                    output += Markup.escaped(text)
                } else {
                    output += "{{\(name)}}"
                }
            case .markup(let name):
                if case .markup(let markup)? = values[name] { output += markup.text } else { output += "{{{\(name)}}}" }
            }
        }
        return Markup(rendered: output)
    }
}
