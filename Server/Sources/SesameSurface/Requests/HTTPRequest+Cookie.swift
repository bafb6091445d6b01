import NIOHTTP1
package import SesameCore
import SesameHTTP

extension HTTPRequest {
    /// Returns a cookie's value; nil if the cookie is missing, empty or repeated. If it is repeated, another site may
    /// have set one of the two.
    package func cookie(named name: String) -> Secret? {
        var found: Secret?
        for field in headers["Cookie"] {
            for part in field.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = part.drop { $0 == UInt8(ascii: " ") }
                guard pair.starts(with: "\(name)=".utf8) else { continue }
                guard found == nil else { return nil }
                found = Secret(String(decoding: pair.dropFirst(name.utf8.count + 1), as: UTF8.self))
            }
        }
        return found.flatMap { $0.exposed.isEmpty ? nil : $0 }
    }
}
