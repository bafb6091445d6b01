import NIOHTTP1
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameText
import Testing

@testable import SesameWebSurface

struct DocumentationPageTests {
    private func get(
        _ target: String, publicURL: String = "http://127.0.0.1:8080", providersURL: String? = nil
    ) async throws -> HTTPResponse {
        let rig = try await WebRig()
        let documentation = DocumentationAPI(pages: rig.pages, publicURL: publicURL, providersURL: providersURL)
        let router = Router(surfaces: [documentation.surface()])
        return await router.answer(try rig.request(.GET, target))
    }

    @Test(arguments: Language.allCases)
    func `the page is valid, and its frame is in the requested language`(language: Language) async throws {
        let page = try await get("/docs?lang=\(language.rawValue)")
        #expect(page.status == .ok && page.isSound(in: language))
        #expect(page.text.contains(Markup.escaped(DocumentationText.title[language])))
        #expect(page.headers["Content-Security-Policy"].first?.contains("default-src 'none'") == true)
    }

    @Test func `the page has every operation and every schema, and its links lead to them`() async throws {
        let page = try await get("/docs").text
        let document = APIDocument()
        for operation in document.tags.flatMap(\.operations) {
            #expect(page.ranges(of: "id=\"\(operation.id)\"").count == 1, "\(operation.id)")
            #expect(page.contains("href=\"#\(operation.id)\""), "\(operation.id)")
        }
        for schema in document.schemas { #expect(page.contains("id=\"schema-\(schema.name)\""), "\(schema.name)") }
        for link in page.matches(of: /href="#([^"]+)"/) {
            #expect(page.contains("id=\"\(link.output.1)\""), "\(link.output.1)")
        }
    }

    @Test func `samples use the URL of the development providers`() async throws {
        let page = try await get("/docs", providersURL: "http://localhost:18081").text
        #expect(page.contains("curl -s http://localhost:18081/__dev/google/token"))
        #expect(!page.contains("127.0.0.1:8081"))
    }

    @Test func `samples use the server's public URL`() async throws {
        let page = try await get("/docs", publicURL: "https://sign-in.example.com").text
        #expect(page.contains("curl -s https://sign-in.example.com/healthz"))
        #expect(!page.contains("curl -s http://127.0.0.1:8080"))
    }

    @Test func `a path below the page returns 404`() async throws {
        #expect(try await get("/docs/other").status == .notFound)
    }

    @Test func `an example is shown with one member per line`() {
        let value: JSONValue = ["a": 1, "list": [["b": true], ["c": []]], "names": ["x", "y"], "empty": [:]]
        #expect(
            value.indented() == """
                {
                  "a": 1,
                  "list": [
                    {
                      "b": true
                    },
                    {
                      "c": []
                    }
                  ],
                  "names": ["x","y"],
                  "empty": {}
                }
                """)
    }
}
