import SesameCore
import SesameHTTP
import SesameWire

/// The strict JSON body of a control request: unknown members are an error.
struct ControlBody {
    private let members: JSONObject

    /// Reads the body; an empty body has no members. Throws if the body is not a JSON object or has a member other than
    /// `names`, or if the request has a query.
    init(_ request: HTTPRequest, allowing names: [String]) throws(ProviderError) {
        guard request.query.isEmpty else {
            throw ProviderError(.invalidRequest, "the control API accepts no query, only a JSON body")
        }
        guard !request.body.isEmpty else {
            members = [:]
            return
        }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: request.body)
        } catch {
            throw ProviderError(.invalidRequest, "the body is not valid JSON (RFC 8259): \(error)")
        }
        guard case .object(let members) = value else {
            throw ProviderError(.invalidRequest, "the body must be a JSON object")
        }
        for member in members.members where !names.contains(where: member.name.hasSameBytes) {
            let known = names.isEmpty ? "none" : names.joined(separator: ", ")
            throw ProviderError(.invalidRequest, "unknown member '\(member.name)'; the members are: \(known)")
        }
        self.members = members
    }

    func contains(_ name: String) -> Bool {
        members.contains(name)
    }

    /// Returns true if the member is present with the value `null`.
    func isNull(_ name: String) -> Bool {
        members[name]?.isNull == true
    }

    func string(_ name: String) throws(ProviderError) -> String? {
        try value(name, "a string", \.string)
    }

    func integer(_ name: String) throws(ProviderError) -> Int? {
        try value(name, "an integer", \.integer).flatMap(Int.init(exactly:))
    }

    /// Returns the member's integer; nil if the member is missing. Throws if the value is not an integer in the range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(ProviderError) -> Int? {
        guard let value = try integer(name) else { return nil }
        guard range.contains(value) else {
            throw ProviderError(
                .invalidRequest, "'\(name)' must be between \(range.lowerBound) and \(range.upperBound)")
        }
        return value
    }

    func bool(_ name: String) throws(ProviderError) -> Bool? {
        try value(name, "true or false", \.bool)
    }

    func object(_ name: String) throws(ProviderError) -> JSONObject? {
        try value(name, "an object", \.object)
    }

    /// Returns the case whose raw value equals the member's string; nil if the member is missing. Throws if the member
    /// is not a string or if no case has its value.
    func choice<Choice>(_ name: String) throws(ProviderError) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let word = try string(name) else { return nil }
        guard let choice = Choice.allCases.first(where: { $0.rawValue.hasSameBytes(as: word) }) else {
            let words = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw ProviderError(.invalidRequest, "'\(name)' must be one of \(words)")
        }
        return choice
    }

    /// Checks that the body has at most one of the given members; throws otherwise.
    func requireAtMostOne(of names: [String]) throws(ProviderError) {
        guard names.count(where: members.contains) <= 1 else {
            throw ProviderError(.invalidRequest, "only one of \(names.joined(separator: ", ")) is allowed")
        }
    }

    private func value<Value>(
        _ name: String, _ kind: String, _ read: (JSONValue) -> Value?
    ) throws(ProviderError) -> Value? {
        guard let member = members[name] else { return nil }
        guard let value = read(member) else {
            throw ProviderError(.invalidRequest, "'\(name)' must be \(kind)")
        }
        return value
    }
}
