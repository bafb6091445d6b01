import SesameAccounts
import SesameCore
import SesameWire

extension ProfileSchema {
    /// Reads an app's `profile`. A name in `required` or `optional` that `fields` does not describe is a text field.
    init(_ app: ConfigurationReader, _ definitions: ProviderDirectory) throws(ConfigurationError) {
        guard let reader = try app.read(AppSettings.profile) else {
            self.init()
            return
        }
        let path = reader.path
        let required = try reader.names(ProfileSettings.required) ?? []
        let optional = try reader.names(ProfileSettings.optional) ?? []
        let described = try Self.fields(reader, definitions)
        let plain = (required + optional).filter { name in !described.contains { $0.name.hasSameBytes(as: name) } }
        let fields = plain.map { ProfileFieldDefinition($0) } + described
        guard Set(fields.map { Array($0.name.utf8) }).count == fields.count else {
            throw ConfigurationError(path, "duplicate profile field")
        }
        guard fields.count <= 256 else { throw ConfigurationError(path, "a profile can have at most 256 fields") }
        for field in fields where required.contains(where: { $0.hasSameBytes(as: field.name) }) {
            guard field.owner == .person else {
                throw ConfigurationError(
                    "\(path).required", "'\(field.name)' cannot be required, because its owner is not person")
            }
        }
        self.init(
            fields: fields, required: required, onboarding: try OnboardingPlan(reader),
            providers: try Self.providers(reader, definitions))
    }

    private static func fields(
        _ reader: ConfigurationReader, _ definitions: ProviderDirectory
    ) throws(ConfigurationError) -> [ProfileFieldDefinition] {
        guard let block = try reader.read(ProfileSettings.fields) else { return [] }
        let path = block.path
        guard let object = block.value.object else { throw ConfigurationError(path, "must be an object of fields") }
        var fields: [ProfileFieldDefinition] = []
        for member in object.members {
            let path = ConfigurationReader.join(path, member.name)
            guard member.name.isFieldName else { throw ConfigurationError(path, String.fieldNameRule) }
            fields.append(try ProfileFieldDefinition(member.value, named: member.name, at: path, definitions))
        }
        return fields
    }

    private static func providers(
        _ reader: ConfigurationReader, _ definitions: ProviderDirectory
    ) throws(ConfigurationError) -> [Provider] {
        var providers: [Provider] = []
        for name in try reader.read(ProfileSettings.providers) ?? [] {
            guard let provider = definitions.provider(named: name) else {
                throw ConfigurationError(
                    reader.path(of: ProfileSettings.providers),
                    "each provider must be one of \(definitions.list(joinedBy: ", "))")
            }
            providers.append(provider)
        }
        return providers
    }
}

extension OnboardingPlan {
    fileprivate init(_ profile: ConfigurationReader) throws(ConfigurationError) {
        guard let reader = try profile.read(ProfileSettings.onboarding) else {
            self.init()
            return
        }
        self.init(steps: try reader.names(ProfileSettings.steps) ?? [])
    }
}

extension ProfileFieldDefinition {
    private static let settings = [
        "type", "owner", "from", "provider", "default", "values", "members", "maximumBytes", "minimum", "maximum",
    ]

    /// Reads a field: the name of its type, or an object with its settings.
    fileprivate init(
        _ value: JSONValue, named name: String, at path: String, _ definitions: ProviderDirectory
    ) throws(ConfigurationError) {
        if value.string != nil {
            self.init(name, try FieldType(value, at: path))
            return
        }
        let reader = try ConfigurationReader(value, at: path, allowing: Self.settings)
        let type = try FieldType(reader, at: path)
        let owner = try reader.choice("owner", of: Owner.self) ?? .person
        let source = try reader.choice("from", of: FieldSource.self)
        if let source {
            guard source.fits(type) else {
                throw ConfigurationError("\(path).from", "this source does not match the type of the field")
            }
            guard owner == (source.isClaim ? .provider : .server) || source.isClaim && owner == .person else {
                throw ConfigurationError(
                    "\(path).owner",
                    "must be server for the server's own values, and provider or person for a provider's claim")
            }
        } else if owner == .provider {
            throw ConfigurationError("\(path).from", "this setting is required if the owner is provider")
        }
        let initial = reader.value("default")?.value
        if let initial, type.refusesDefault(initial) || source.map({ _ in owner != .person }) == true {
            throw ConfigurationError("\(path).default", "the field cannot have this default value")
        }
        self.init(
            name, type, owner: owner, source: source,
            provider: try reader.choice("provider", among: definitions.all.map(\.provider)), initial: initial)
    }
}

extension FieldType {
    private static let names = ["string", "bool", "integer", "number", "date", "strings", "choice", "object"]

    /// Reads a type: its name, or an object with its constraints.
    fileprivate init(_ value: JSONValue, at path: String) throws(ConfigurationError) {
        let object = value.string.map { ["type": .string($0)] } ?? value
        let reader = try ConfigurationReader(
            object, at: path, allowing: ["type", "values", "members", "maximumBytes", "minimum", "maximum"])
        try self.init(reader, at: path)
    }

    fileprivate init(_ reader: ConfigurationReader, at path: String) throws(ConfigurationError) {
        switch try reader.requiredString("type") {
        case "string":
            self = .string(maxBytes: try reader.integer("maximumBytes", in: 1...StoredProfile.maxFieldsBytes))
        case "bool": self = .bool
        case "integer": self = .integer(try Bounds(reader))
        case "number": self = .number(try Bounds(reader))
        case "date": self = .date
        case "strings": self = .strings
        case "choice": self = .choice(try reader.strings("values") ?? [])
        case "object": self = .object(try Self.members(reader, at: path))
        default:
            throw ConfigurationError("\(path).type", "must be one of \(Self.names.joined(separator: ", "))")
        }
    }

    private static func members(
        _ reader: ConfigurationReader, at path: String
    ) throws(ConfigurationError) -> [Member] {
        guard let object = reader.value("members")?.value.object, !object.isEmpty else {
            throw ConfigurationError("\(path).members", "must be an object with at least one member")
        }
        var members: [Member] = []
        for member in object.members {
            let path = "\(path).members.\(member.name)"
            guard member.name.isFieldName else { throw ConfigurationError(path, String.fieldNameRule) }
            members.append(Member(member.name, try FieldType(member.value, at: path)))
        }
        return members
    }
}

extension FieldType.Bounds {
    fileprivate init(_ reader: ConfigurationReader) throws(ConfigurationError) {
        self.init(minimum: try reader.number("minimum"), maximum: try reader.number("maximum"))
    }
}

extension ConfigurationReader {
    /// Reads a list of field names; nil if the setting is missing. Throws if a name is invalid or repeated.
    fileprivate func names(_ key: SettingKey<[String]?>) throws(ConfigurationError) -> [String]? {
        guard let names = try read(key) else { return nil }
        let path = path(of: key)
        for name in names where !name.isFieldName { throw ConfigurationError(path, String.fieldNameRule) }
        guard Set(names).count == names.count else { throw ConfigurationError(path, "duplicate field name") }
        return names
    }

    fileprivate func number(_ name: String) throws(ConfigurationError) -> Double? {
        guard let (value, path) = value(name) else { return nil }
        guard case .number(let number) = value, number.double.isFinite else {
            throw ConfigurationError(path, "must be a number")
        }
        return number.double
    }
}

extension String {
    fileprivate static let fieldNameRule =
        "a name must be up to 128 ASCII letters, digits, - and _, beginning with a letter"

    /// True if the text is valid as the name of a profile field, which may occur in paths, forms and other systems'
    /// documents: an ASCII letter followed by at most 127 letters, digits, `-` and `_`.
    fileprivate var isFieldName: Bool {
        guard let first = utf8.first, (1...128).contains(utf8.count) else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
        return isLetter(first)
            && utf8.allSatisfy {
                isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
            }
    }
}
