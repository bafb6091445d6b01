import NIOHTTP1
package import SesameAccounts
import SesameCore
package import SesameHTTP
import SesameWire

/// A profile's version as an entity tag (RFC 9110 section 8.8.3): the number in quotes.
package enum ProfileETag {
    package static func text(_ version: Int) -> String { "\"\(version)\"" }

    /// Returns the versions that `If-Match` accepts (RFC 9110 section 13.1.1): any version if the field is missing or
    /// `*`. An unknown or weak tag matches no version. Throws `invalidRequest` if the field is malformed.
    package static func condition(of request: HTTPRequest) throws(AccountError) -> VersionCondition {
        let values = request.headers["If-Match"]
        guard let value = values.first else { return .any }
        if values.count == 1, value.hasSameBytes(as: "*") { return .any }
        guard values.count == 1, let versions = versions(value) else {
            throw AccountError(.invalidRequest, "If-Match must be * or a list of entity tags", field: "If-Match")
        }
        return .among(versions)
    }

    /// Returns the versions in a list of tags; nil if the list is malformed.
    private static func versions(_ list: String) -> [Int]? {
        var rest = list.utf8[...]
        var versions: [Int] = []
        while true {
            rest = rest.drop(while: isSpace)
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest.removeFirst(2) }
            guard rest.first == UInt8(ascii: "\"") else { return nil }
            rest.removeFirst()
            let opaque = rest.prefix { $0 == 0x21 || (0x23...0x7e).contains($0) || $0 >= 0x80 }
            rest = rest[opaque.endIndex...]
            guard rest.first == UInt8(ascii: "\"") else { return nil }
            rest = rest.dropFirst().drop(while: isSpace)
            // Only the exact form written here matches: "01" and "+1" are other tags.
            if !isWeak, let number = Int(String(decoding: opaque, as: UTF8.self)),
                opaque.elementsEqual(String(number).utf8)
            {
                versions.append(number)
            }
            guard !rest.isEmpty else { return versions }
            guard rest.first == UInt8(ascii: ",") else { return nil }
            rest.removeFirst()
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
