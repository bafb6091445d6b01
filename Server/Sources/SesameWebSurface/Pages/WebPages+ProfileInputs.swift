import SesameAccounts
import SesameHTTP
import SesameText
import SesameWire

extension WebPages {
    /// Returns the labeled inputs of a profile form, each with its error.
    func inputs(
        of form: ProfileForm, problems: [String: Text], in app: App, _ language: Language
    ) -> Markup {
        let all: [Markup] = form.inputs.map { input in
            let id = "field-\(input.name)"
            let problem = problems[input.name]
            let label = app.label(input.name)[language]
            let hints = [
                input.isRequired ? nil : RegisterText.optional[language],
                input.type == .strings ? ProfileText.onePerLine[language] : nil,
            ].compactMap { $0 }
            let hint = hints.isEmpty ? "" : " (\(hints.joined(separator: ", ")))"
            let state: Markup = problem == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"\(id)-error\""
            let demand: Markup = input.isRequired ? " required" : ""
            let attributes: Markup = "id=\"\(id)\" name=\"profile.\(input.name)\"\(demand)\(state)"
            let error: Markup =
                problem.map { "<p class=\"error\" id=\"\(id)-error\" role=\"alert\">\($0[language])</p>" } ?? ""
            return """
                <label for="\(id)">\(label)\(hint)</label>\
                \(element(input.type, text: form[input.name], attributes, in: app, language))\(error)
                """
        }
        return "\(all)"
    }

    private func element(
        _ type: FieldType, text: String, _ attributes: Markup, in app: App, _ language: Language
    ) -> Markup {
        switch type {
        case .bool:
            return Self.select(
                [("", ""), ("true", ProfileText.yes[language]), ("false", ProfileText.no[language])], text, attributes)
        case .choice(let values) where !values.isEmpty:
            let isListed = text.isEmpty || values.contains { $0.hasSameBytes(as: text) }
            let names = (isListed ? values : values + [text]).map { ($0, app.label($0)[language]) }
            return Self.select([("", "")] + names, text, attributes)
        case .date where text.isEmpty || text.utf8.count == 10:
            return "<input type=\"date\" \(attributes) value=\"\(text)\">"
        case .integer: return "<input type=\"text\" inputmode=\"numeric\" \(attributes) value=\"\(text)\">"
        case .number: return "<input type=\"text\" inputmode=\"decimal\" \(attributes) value=\"\(text)\">"
        case .strings: return "<textarea rows=\"4\" \(attributes)>\n\(text)</textarea>"
        // A single-line input would hide the end of a long text, and lose line breaks.
        case .string where text.count > 40 || text.utf8.contains(UInt8(ascii: "\n")):
            return "<textarea rows=\"4\" \(attributes)>\n\(text)</textarea>"
        case .string, .choice, .date, .object: return "<input type=\"text\" \(attributes) value=\"\(text)\">"
        }
    }

    static func select(_ options: [(value: String, name: String)], _ chosen: String, _ attributes: Markup) -> Markup {
        let options: [Markup] = options.map { option in
            let selected: Markup = option.value.hasSameBytes(as: chosen) ? " selected" : ""
            return "<option value=\"\(option.value)\"\(selected)>\(option.name)</option>"
        }
        return "<select \(attributes)>\(options)</select>"
    }

    /// Returns the profile's values as rows of a definition list (`<dt>`, `<dd>`), without the blank ones.
    func rows(of form: ProfileForm, in app: App, _ language: Language) -> Markup {
        let rows: [Markup] = form.inputs.compactMap { input in
            let text = form[input.name]
            guard text.contains(where: { !$0.isWhitespace }) else { return nil }
            return Self.row(app.label(input.name)[language], shown(text, of: input.type, in: app, language))
        }
        return "\(rows)"
    }

    private func shown(_ text: String, of type: FieldType, in app: App, _ language: Language) -> String {
        switch type {
        case .bool: (text.hasSameBytes(as: "true") ? ProfileText.yes : ProfileText.no)[language]
        case .choice: app.label(text)[language]
        case .strings: text.replacing("\n", with: ", ")
        default: text
        }
    }
}
