import CEmbeddedFiles
import Crypto
import NIOHTTP1
import SesameCore
import SesameHTTP

/// The templates and assets of the web pages, embedded in the program.
struct WebAssets: Sendable {
    /// The page templates; the raw value is the file name without `.html`.
    enum Page: String, CaseIterable {
        case layout, home, app, register, account, delete, notice, documentation
    }

    /// The style sheets and icons that browsers load from `/assets/`; the raw value is the file name.
    enum Asset: String, CaseIterable {
        case style = "style.css"
        case documentationStyle = "documentation.css"
        case google = "google.svg"
        case apple = "apple.svg"
        case guest = "guest.svg"
    }

    private let templates: [Page: Template]
    private let paths: [Asset: String]
    private let assets: [String: (bytes: [UInt8], type: String)]

    init() {
        var templates: [Page: Template] = [:]
        var paths: [Asset: String] = [:]
        var assets: [String: (bytes: [UInt8], type: String)] = [:]
        for index in 0..<sesame_web_file_count() {
            let file = sesame_web_file(index)
            let name = String(cString: file.name)
            let bytes = Array(UnsafeBufferPointer(start: file.page.bytes, count: file.page.count))
            if let asset = Asset(rawValue: name) {
                let hash = SHA256.hash(data: bytes).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
                let unique = "\(hash.joined())-\(name)"
                paths[asset] = "/assets/\(unique)"
                assets[unique] = (bytes, name.hasSuffix(".css") ? "text/css; charset=utf-8" : "image/svg+xml")
            } else if let page = Page(rawValue: String(name.dropLast(".html".count))) {
                templates[page] = Template(String(decoding: bytes, as: UTF8.self))
            }
        }
        self.templates = templates
        self.paths = paths
        self.assets = assets
    }

    subscript(page: Page) -> Template { templates[page] ?? Template("") }

    /// Returns an asset's path, which contains a hash of the content, so that browsers can cache the asset for a year.
    func path(_ asset: Asset) -> String { paths[asset] ?? "/assets/\(asset.rawValue)" }

    /// Returns the response for an asset's file name with its content hash; nil if there is no such asset.
    func answer(_ name: String) -> HTTPResponse? {
        guard let asset = assets[name] else { return nil }
        var response = HTTPResponse.content(asset.bytes, type: asset.type)
        response.headers.add(name: "Cache-Control", value: "public, max-age=31536000, immutable")
        response.headers.add(name: "X-Content-Type-Options", value: "nosniff")
        return response
    }
}
