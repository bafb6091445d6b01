package import SesameCore
import SesameWire

/// A reader of one configuration object. It refuses unknown members, so that a misspelled setting is not silently
/// ignored.
package struct ConfigurationReader: Sendable {
    private let object: JSONObject
    /// The object's path in the file, for messages.
    let path: String

    /// Creates a reader of an object. Throws if the value is not an object, or has a member that is not a setting of
    /// the group.
    package init(_ value: JSONValue, at path: String, of group: SettingGroup) throws(ConfigurationError) {
        try self.init(value, at: path, allowing: group.names)
    }

    init(_ value: JSONValue, at path: String, allowing names: [String]) throws(ConfigurationError) {
        guard case .object(let object) = value else { throw ConfigurationError(path, "a JSON object is required") }
        for member in object.members where !names.contains(member.name) {
            throw ConfigurationError(
                Self.join(path, member.name),
                "unknown setting; the known settings here are \(names.joined(separator: ", "))", cause: .unknownSetting)
        }
        self.object = object
        self.path = path
    }

    /// Returns the member's value, and its path for messages; nil if it is missing.
    package func value(_ name: String) -> (value: JSONValue, path: String)? {
        object[name].map { ($0, Self.join(path, name)) }
    }

    package var members: [JSONObject.Member] { object.members }

    package func string(_ name: String) throws(ConfigurationError) -> String? {
        guard let (value, path) = value(name) else { return nil }
        guard let string = value.string, !string.isEmpty else {
            throw ConfigurationError(path, "must be a non-empty string")
        }
        return string
    }

    func requiredString(_ name: String) throws(ConfigurationError) -> String {
        guard let string = try string(name) else {
            throw ConfigurationError(Self.join(path, name), "this setting is required")
        }
        return string
    }

    package func strings(_ name: String) throws(ConfigurationError) -> [String]? {
        guard let (value, path) = value(name) else { return nil }
        guard let array = value.array else { throw ConfigurationError(path, "must be a list of non-empty strings") }
        var strings: [String] = []
        for element in array {
            guard let string = element.string, !string.isEmpty else {
                throw ConfigurationError(path, "must be a list of non-empty strings")
            }
            strings.append(string)
        }
        return strings
    }

    func bool(_ name: String) throws(ConfigurationError) -> Bool? {
        guard let (value, path) = value(name) else { return nil }
        guard let bool = value.bool else { throw ConfigurationError(path, "must be true or false") }
        return bool
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
        guard let (value, path) = value(name) else { return nil }
        guard let integer = value.integer.flatMap({ Int(exactly: $0) }), range.contains(integer) else {
            throw ConfigurationError(
                path, "must be an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, of type: Choice.Type
    ) throws(ConfigurationError) -> Choice? where Choice.RawValue == String {
        try choice(name, among: Array(Choice.allCases))
    }

    func choice<Choice: RawRepresentable>(
        _ name: String, among all: [Choice]
    ) throws(ConfigurationError) -> Choice? where Choice.RawValue == String {
        guard let string = try string(name) else { return nil }
        guard let choice = all.first(where: { string.hasSameBytes(as: $0.rawValue) }) else {
            let choices = all.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError(Self.join(path, name), "must be one of \(choices)")
        }
        return choice
    }

    static func join(_ path: String, _ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}
