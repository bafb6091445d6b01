package import Foundation
package import SesameAccounts
import SesameCore
package import SesameHTTP
import SesameWire

/// The query parameters of a request for a list. An unknown parameter is refused, because a misspelled filter must not
/// list everything.
package struct ListQuery {
    private let query: QueryParameters

    package init(_ request: HTTPRequest, allowing names: [String]) throws(AccountError) {
        for parameter in request.query.all where !names.contains(where: parameter.name.hasSameBytes) {
            throw AccountError(
                .invalidRequest, "unknown parameter; known parameters: \(names.joined(separator: ", "))",
                field: "query")
        }
        query = request.query
    }

    package func text(_ name: String, greatest: Int = 256) throws(AccountError) -> String? {
        guard let text = query[name] else { return nil }
        guard (1...greatest).contains(text.utf8.count) else { throw Self.invalid(name) }
        return text
    }

    /// Returns a parameter that is an account id; nil if it is missing. Throws if no account can have that id.
    package func account(_ name: String) throws(AccountError) -> AccountID? {
        guard let text = try text(name) else { return nil }
        guard AccountID.isValid(text) else { throw Self.invalid(name) }
        return AccountID(text)
    }

    /// Returns a parameter that is an email address; nil if it is missing. Throws if it has more than 320 characters,
    /// or a space or control character.
    package func address(_ name: String) throws(AccountError) -> String? {
        guard let text = try text(name, greatest: 1_280) else { return nil }
        guard text.unicodeScalars.count <= 320 else { throw Self.invalid(name) }
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && !(0x7f...0x9f).contains($0.value) }) else {
            throw Self.invalid(name)
        }
        return text
    }

    package func integer(_ name: String, in range: ClosedRange<Int64>) throws(AccountError) -> Int64? {
        guard let text = try text(name) else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int64(text), range.contains(value)
        else { throw Self.invalid(name) }
        return value
    }

    package func bool(_ name: String) throws(AccountError) -> Bool? {
        switch try text(name) {
        case nil: return nil
        case "true": return true
        case "false": return false
        default: throw Self.invalid(name)
        }
    }

    /// Returns a parameter that is a time in seconds since 1970; nil if it is missing.
    package func date(_ name: String) throws(AccountError) -> Date? {
        try integer(name, in: 0...99_999_999_999).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    package func limit(greatest: Int64 = 200, usual: Int64 = 50) throws(AccountError) -> Int {
        Int(try integer("limit", in: 1...greatest) ?? usual)
    }

    package static func invalid(_ name: String) -> AccountError {
        AccountError(.invalidRequest, "'\(name)' is not valid", field: name)
    }
}
