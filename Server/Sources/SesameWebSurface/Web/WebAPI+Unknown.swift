import NIOHTTP1
import SesameHTTP
import SesameSurface
import SesameWire

extension WebAPI {
    /// Returns the surface for paths that no other surface serves. A browser that requests a page gets an HTML page
    /// with status 404; other clients get the native API's error.
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
    /// True if the request is for a page, as browsers send it: a `GET` or `HEAD` with `text/html` in `Accept`. Other
    /// clients accept JSON or anything.
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
