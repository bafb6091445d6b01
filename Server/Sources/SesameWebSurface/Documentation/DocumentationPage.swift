import SesameCore
import SesameHTTP
import SesameText

/// The content of the documentation page, generated from the OpenAPI document in one language.
struct DocumentationPage: Sendable {
    /// The server URL in the document's samples.
    private static let sampleAddress = "http://127.0.0.1:8080"
    /// The URL of the development providers in the document's samples.
    private static let sampleProviders = "http://127.0.0.1:8081"

    let document: APIDocument
    let language: Language
    /// The server's URL, for the samples.
    let publicURL: String
    /// The URL of the development providers, for the samples; nil without them.
    let providersURL: String?
    let schemaText = APISchemaText()

    /// The values for the placeholders of the page's template.
    var values: [String: Template.Value] {
        let sections: [Markup] = document.tags.map { tag in
            """
            <section class="tag"><h2 id="\(anchor(tag))">\(tag.name)</h2><div lang="en">\(prose(tag.description))</div>\
            \(tag.operations.map(operation))</section>
            """
        }
        return [
            "heading": .text(text(DocumentationText.title)), "about": .markup(prose(document.description)),
            "source": .text(text(DocumentationText.source)), "note": .text(text(DocumentationText.note)),
            "samples": .text(text(DocumentationText.samples)), "indexHeading": .text(text(DocumentationText.index)),
            "index": .markup("\(document.tags.map(index))\(schemaIndex)"), "operations": .markup("\(sections)"),
            "schemasHeading": .text(text(DocumentationText.schemas)),
            "schemas": .markup("\(document.schemas.map(schema))"), "top": .text(text(DocumentationText.top)),
        ]
    }

    func text(_ text: Text) -> String { text[language] }

    private func anchor(_ tag: APIDocument.Tag) -> String { "tag-\(tag.name.lowercased())" }

    private func index(_ tag: APIDocument.Tag) -> Markup {
        let items: [Markup] = tag.operations.map { operation in
            """
            <li><a href="#\(operation.id)"><span class="method">\(operation.method)</span> \
            <code>\(operation.path)</code></a></li>
            """
        }
        return "<li><a class=\"group\" href=\"#\(anchor(tag))\">\(tag.name)</a><ul>\(items)</ul></li>"
    }

    private var schemaIndex: Markup {
        let items: [Markup] = document.schemas.map { schema in
            "<li><a href=\"#schema-\(schema.name)\">\(schema.name)</a></li>"
        }
        return """
            <li><a class="group" href="#schemas" lang="\(language.rawValue)">\(text(DocumentationText.schemas))</a>\
            <ul>\(items)</ul></li>
            """
    }

    private func schema(_ member: JSONObject.Member) -> Markup {
        let rows = schemaText.rows(member.value.object ?? [:])
        return """
            <section class="schema"><h3 id="schema-\(member.name)">\(member.name)</h3>\(table(rows))</section>
            """
    }

    /// Returns a table of members or parameters, with name, type and description.
    func table(_ rows: [APISchemaText.Row]) -> Markup {
        let items: [Markup] = rows.map { row in
            let required: Markup =
                row.isRequired ? " <span class=\"required\">\(text(DocumentationText.required))</span>" : ""
            return """
                <div><dt><code>\(row.name)</code></dt><dd lang="en"><span class="type">\(row.type)</span>\(required)\
                \(prose(row.description))</dd></div>
                """
        }
        return "<dl class=\"members\">\(items)</dl>"
    }

    /// Returns text of the document as markup: paragraphs, and `code` in backticks.
    func prose(_ text: String) -> Markup {
        var paragraphs: [Markup] = []
        for paragraph in text.split(separator: "\n\n") {
            var content: [Markup] = []
            for (index, part) in paragraph.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
                content.append(index.isMultiple(of: 2) ? "\(String(part))" : "<code>\(String(part))</code>")
            }
            paragraphs.append("<p>\(content)</p>")
        }
        return "\(paragraphs)"
    }

    /// Returns a sample with this server's URLs.
    func sample(_ source: String) -> String {
        source.replacing(Self.sampleAddress, with: publicURL)
            .replacing(Self.sampleProviders, with: providersURL ?? Self.sampleProviders)
    }
}
