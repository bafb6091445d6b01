import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The members of a strict JSON body: unknown members are an error.
struct AdminBody {
    private let json: JSONObject

    /// Reads a request's body. Throws if the body is not a JSON object or has a member that is not allowed.
    ///
    /// - Parameter isOptional: True if the body may be missing.
    init(_ request: HTTPRequest, allowing names: [String], isOptional: Bool = false) throws(AccountError) {
        json = isOptional && request.body.isEmpty ? JSONObject() : try request.jsonObject()
        for member in json.members where !names.contains(where: member.name.hasSameBytes) {
            throw .unknownMember(member.name, among: names)
        }
    }

    func string(_ name: String) throws(AccountError) -> String? {
        guard let value = json[name] else { return nil }
        guard let string = value.string else { throw ListQuery.invalid(name) }
        return string
    }

    func integer(_ name: String, in range: ClosedRange<Int64>) throws(AccountError) -> Int? {
        guard let value = json[name] else { return nil }
        guard let integer = value.integer, range.contains(integer) else {
            let expected = "'\(name)' must be an integer from \(range.lowerBound) to \(range.upperBound)"
            throw AccountError(.invalidRequest, expected, field: name)
        }
        return Int(integer)
    }

    func strings(_ name: String) throws(AccountError) -> [String]? {
        guard let value = json[name] else { return nil }
        guard let array = value.array, array.count <= 100 else { throw ListQuery.invalid(name) }
        var strings: [String] = []
        for element in array {
            guard let string = element.string else { throw ListQuery.invalid(name) }
            strings.append(string)
        }
        return strings
    }
}
