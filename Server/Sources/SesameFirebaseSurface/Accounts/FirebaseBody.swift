import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The JSON body of a request, validated by the schema of the called method.
struct FirebaseBody: Sendable {
    let members: JSONObject

    init(_ members: JSONObject) {
        self.members = members
    }

    func string(_ name: String) -> String? { members[name]?.string }

    /// Returns the member's string; nil if it is missing or empty, because Firebase does not distinguish the two.
    func text(_ name: String) -> String? {
        guard let text = string(name), !text.isEmpty else { return nil }
        return text
    }

    func bool(_ name: String) -> Bool { members[name]?.bool ?? false }

    func optionalBool(_ name: String) -> Bool? { members[name]?.bool }

    func integer(_ name: String) -> Int64? { members[name]?.integer }

    func strings(_ name: String) -> [String] { members[name]?.array?.compactMap(\.string) ?? [] }

    func object(_ name: String) -> FirebaseBody? { members[name]?.object.map(FirebaseBody.init) }

    func objects(_ name: String) -> [FirebaseBody] {
        members[name]?.array?.compactMap(\.object).map(FirebaseBody.init) ?? []
    }

    func contains(_ name: String) -> Bool { members.contains(name) }

    /// Returns the member's string; throws a Firebase error with the given code if it is missing or empty.
    func required(_ name: String, orElse code: String) throws(AccountError) -> String {
        guard let text = text(name) else { throw .firebase(code) }
        return text
    }

    func secret(_ name: String) -> Secret? { text(name).map { Secret($0) } }
}

extension HTTPRequest {
    /// Returns the body, validated and normalized by the schema. An empty body has no members. Throws if it is not a
    /// JSON object or violates the schema.
    ///
    /// - Parameter limits: The limits for the JSON of the body.
    func firebaseBody(
        _ schema: FirebaseSchema, limits: JSONLimits = .default
    ) throws(AccountError) -> FirebaseBody {
        guard !body.isEmpty else { return FirebaseBody([:]) }
        guard let value = try? JSONValue(parsing: body, limits: limits) else {
            throw .invalidPayload("The body is not valid JSON (RFC 8259).")
        }
        guard let object = value.object else { throw .invalidPayload("Root element must be a message.") }
        return FirebaseBody(try schema.normalized(object))
    }
}
