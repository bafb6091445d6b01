import NIOHTTP1
import SesameHTTP
import SesameSurface
import SesameWire

extension WebAPI {
    /// Returns the surface for requests that no other surface handles: a page for a browser, the native API's error for
    /// a program.
    func unknown(cors: CORSPolicy) -> Surface {
        Surface(name: "unknown", routes: [], cors: cors) { problem, refused in
            guard let request = refused.request, problem.status == .notFound, request.isOfPerson else {
                return ErrorRenderer.render(problem, refused)
            }
            return pages.render(problem, refused)
        }
    }
}

extension HTTPRequest {
    /// True if a browser requests a page, with `text/html` in `Accept`. Programs accept anything, or JSON.
    fileprivate var isOfPerson: Bool {
        guard method == .GET || method == .HEAD else { return false }
        return headers["Accept"].contains { field in
            field.split(separator: ",").contains { range in
                let name = range.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
                return name.lowercased().hasSameBytes(as: "text/html")
            }
        }
    }
}
