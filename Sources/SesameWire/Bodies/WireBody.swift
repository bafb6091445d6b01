public import SesameCore

/// A request or response body of the native API. Client and server read and write it with the same type.
public protocol WireBody: Sendable {
    /// Parses the body and ignores unknown members, because a response may have additional ones. The server refuses
    /// unknown members of a request before it parses the body, except in an ID token exchange.
    init(json: JSONObject) throws(BodyError)

    /// The body as a JSON object, with secrets in plain text.
    var json: JSONObject { get }
}

/// An error in a member of a body. It contains the member's name, never its value.
public struct BodyError: Error, Sendable, Equatable {
    /// The ways in which a member can be wrong.
    public enum Problem: String, Sendable {
        /// The required member is missing.
        case missing
        /// The member has the wrong JSON type, for example a number instead of a string.
        case wrongType
        /// The value has the right type, but is not allowed, for example an empty password.
        case invalid
    }

    /// The member's path, for example `profile.nom`.
    public let field: String
    /// The reason why the member was refused.
    public let problem: Problem

    /// Creates an error about the member with the path `field`.
    public init(_ field: String, _ problem: Problem) {
        self.field = field
        self.problem = problem
    }
}

extension JSONObject {
    func string(_ name: String) throws(BodyError) -> String {
        guard let string = try optionalString(name) else { throw BodyError(name, .missing) }
        return string
    }

    func optionalString(_ name: String) throws(BodyError) -> String? {
        switch self[name] {
        case nil, .null: return nil
        case .string(let string): return string
        default: throw BodyError(name, .wrongType)
        }
    }

    func choice<Choice: RawRepresentable>(
        _ name: String, of type: Choice.Type
    ) throws(BodyError) -> Choice? where Choice.RawValue == String {
        guard let string = try optionalString(name) else { return nil }
        guard let choice = Choice(rawValue: string) else { throw BodyError(name, .invalid) }
        return choice
    }

    func secret(_ name: String) throws(BodyError) -> Secret {
        let string = try string(name)
        guard !string.isEmpty else { throw BodyError(name, .invalid) }
        return Secret(string)
    }

    func integer(_ name: String) throws(BodyError) -> Int {
        guard let value = self[name] else { throw BodyError(name, .missing) }
        guard let integer = value.integer.flatMap(Int.init(exactly:)) else { throw BodyError(name, .wrongType) }
        return integer
    }

    func optionalInteger(_ name: String) throws(BodyError) -> Int? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let integer = value.integer.flatMap(Int.init(exactly:)) else { throw BodyError(name, .wrongType) }
        return integer
    }

    func bool(_ name: String) throws(BodyError) -> Bool {
        guard let value = self[name] else { throw BodyError(name, .missing) }
        guard let bool = value.bool else { throw BodyError(name, .wrongType) }
        return bool
    }

    func object(_ name: String) throws(BodyError) -> JSONObject {
        guard let object = try optionalObject(name) else { throw BodyError(name, .missing) }
        return object
    }

    func optionalObject(_ name: String) throws(BodyError) -> JSONObject? {
        switch self[name] {
        case nil, .null: return nil
        case .object(let object): return object
        default: throw BodyError(name, .wrongType)
        }
    }

    func objects(_ name: String) throws(BodyError) -> [JSONObject] {
        guard let value = self[name] else { throw BodyError(name, .missing) }
        guard let array = value.array else { throw BodyError(name, .wrongType) }
        var objects: [JSONObject] = []
        for element in array {
            guard let object = element.object else { throw BodyError(name, .wrongType) }
            objects.append(object)
        }
        return objects
    }

    func strings(_ name: String) throws(BodyError) -> [String] {
        guard let strings = try optionalStrings(name) else { throw BodyError(name, .missing) }
        return strings
    }

    func optionalStrings(_ name: String) throws(BodyError) -> [String]? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let array = value.array else { throw BodyError(name, .wrongType) }
        var strings: [String] = []
        for element in array {
            guard let string = element.string else { throw BodyError(name, .wrongType) }
            strings.append(string)
        }
        return strings
    }

    /// Sets the member, or does nothing if the value is nil.
    mutating func set(_ name: String, _ value: String?) {
        if let value { self[name] = .string(value) }
    }
}
