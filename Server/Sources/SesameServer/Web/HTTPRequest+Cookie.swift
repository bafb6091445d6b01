import NIOHTTP1
import SesameCore
import SesameHTTP

extension HTTPRequest {
    /// A cookie's value; nil when there is none, or there are two: another site may have planted one of them.
    func cookie(named name: String) -> Secret? {
        var found: Secret?
        for field in headers["Cookie"] {
            for part in field.split(separator: ";") {
                let pair = part.drop { $0 == " " }
                guard pair.utf8.starts(with: "\(name)=".utf8) else { continue }
                guard found == nil else { return nil }
                found = Secret(String(pair.dropFirst(name.count + 1)))
            }
        }
        return found.flatMap { $0.exposed.isEmpty ? nil : $0 }
    }
}
