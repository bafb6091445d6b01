import SesameCore
import SesameHTTP
import SesameText
import SesameWire

extension DocumentationPage {
    /// Returns the section of an operation: its purpose, parameters and responses.
    func operation(_ operation: APIOperation) -> Markup {
        """
        <article class="operation" aria-labelledby="\(operation.id)"><h3 id="\(operation.id)">\
        <span class="method \(operation.method.lowercased())">\(operation.method)</span> \
        <code>\(operation.path)</code></h3><div lang="en"><p class="summary">\(operation.summary)</p>\
        \(prose(operation.description ?? ""))</div>\(authorization(operation))\(parameters(operation))\
        \(body(operation))\(answers(operation))\(samples(operation))</article>
        """
    }

    private func authorization(_ operation: APIOperation) -> Markup {
        guard !operation.security.isEmpty else { return "" }
        let names = [
            "accessToken": "access token", "refreshToken": "refresh token", "adminKey": "admin key",
            "bootstrapSecret": "bootstrap secret",
        ]
        let schemes: [Markup] = operation.security.map { scheme in
            "<code>Authorization: Bearer</code> \(names[scheme] ?? scheme)"
        }
        let separator = " \(text(DocumentationText.or)) "
        return block(DocumentationText.authorization, "<p>\(APISchemaText.list(schemes, separator))</p>")
    }

    private func parameters(_ operation: APIOperation) -> Markup {
        let rows = operation.parameters.map { value in
            let parameter = document.resolved(value)
            let place = parameter["in"]?.string ?? ""
            return APISchemaText.Row(
                name: parameter["name"]?.string ?? "", type: "\(place)",
                isRequired: parameter["required"]?.bool ?? false, description: parameter["description"]?.string ?? "")
        }
        return rows.isEmpty ? "" : block(DocumentationText.parameters, table(rows))
    }

    private func body(_ operation: APIOperation) -> Markup {
        let body = document.resolved(operation.object["requestBody"])
        guard let media = body["content"]?.object?.members.first else { return "" }
        let schema = media.value["schema"]?.object ?? [:]
        let description = (body["description"] ?? schema["description"])?.string
        return block(
            DocumentationText.body,
            """
            <p><code>\(media.name)</code> \(schemaText.type(schema))</p>\
            <div lang="en">\(prose(description ?? ""))</div>\
            \(table(schemaText.rows(document.resolved(.object(schema)))))\(example(media.value))
            """)
    }

    private func answers(_ operation: APIOperation) -> Markup {
        let items: [Markup] = operation.responses.map { member in
            let answer = document.resolved(member.value)
            let media = answer["content"]?.object?.members.first
            let schema = media?.value["schema"]?.object ?? [:]
            let codes: [Markup] = schemaText.codes(schema).map { "<code>\($0)</code>" }
            var kind: Markup = ""
            if !codes.isEmpty {
                kind = "<p class=\"codes\">\(APISchemaText.list(codes, " "))</p>"
            } else if let media {
                let isPage = media.name.hasSameBytes(as: "text/html")
                kind = isPage ? "" : "<p><code>\(media.name)</code> \(schemaText.type(schema))</p>"
            }
            let success = member.name.utf8.first == UInt8(ascii: "2")
            return """
                <div><dt class="\(success ? "good" : "bad")">\(member.name)</dt><dd lang="en">\
                \(prose(answer["description"]?.string ?? ""))\(kind)\
                \(success ? example(media?.value ?? .null) : "")</dd></div>
                """
        }
        return block(DocumentationText.answers, "<dl class=\"answers\">\(items)</dl>")
    }

    private func samples(_ operation: APIOperation) -> Markup {
        let samples: [Markup] = operation.samples.map { "<pre class=\"sample\"><code>\(sample($0))</code></pre>" }
        return samples.isEmpty ? "" : block(DocumentationText.sample, "\(samples)")
    }

    private func example(_ media: JSONValue) -> Markup {
        let named = media["examples"]?.object?.members.compactMap { $0.value["value"] } ?? []
        let examples: [Markup] = (media["example"].map { [$0] } ?? named).map { example in
            "<pre><code>\(example.indented())</code></pre>"
        }
        guard !examples.isEmpty else { return "" }
        return "<details><summary>\(text(DocumentationText.example))</summary>\(examples)</details>"
    }

    private func block(_ title: Text, _ content: Markup) -> Markup {
        "<h4>\(text(title))</h4>\(content)"
    }
}
