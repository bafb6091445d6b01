import SesameCore

/// The declaration of one configuration key, from which the reference page and the editors' JSON schema are generated.
package struct Setting: Sendable {
    package let name: String
    let form: SettingForm
    /// The default in Markdown, as a value or in words; nil without one.
    let usual: String?
    let isRequired: Bool
    /// A sentence for operators, in Markdown, with links relative to `docs`.
    let purpose: String
}

/// The type of a setting's JSON value, as the reference page and the JSON schema describe it.
package indirect enum SettingForm: Sendable {
    case text
    case texts
    case flag
    case integer(ClosedRange<Int>)
    case choice([String])
    /// Any JSON value, as described by the purpose.
    case value
    /// An object with the members of the group.
    case group(SettingGroup)
    /// An object whose member names the operator chooses. Each value is an object with the members of the group.
    case named(SettingGroup)
    /// A list of objects, each with the members of the group.
    case list(SettingGroup)
}

/// The members of a configuration object.
package struct SettingGroup: Sendable {
    package let settings: [Setting]
    /// The form of members whose names the operator chooses, in addition to the fixed ones.
    private let named: [SettingGroup]

    /// Creates a group from the keys' settings.
    ///
    /// - Parameter others: The form of members whose names the operator chooses.
    init(_ keys: [any SettingKeyed], others: SettingGroup? = nil) {
        settings = keys.map(\.setting)
        named = others.map { [$0] } ?? []
    }

    package var names: [String] { settings.map(\.name) }

    /// The form of members whose names the operator chooses; nil if there are none.
    var others: SettingGroup? { named.first }
}

/// A configuration key with a value of any type.
protocol SettingKeyed: Sendable {
    var setting: Setting { get }
}

/// A setting together with the conversion of its value.
package struct SettingKey<Value: Sendable>: Sendable, SettingKeyed {
    let setting: Setting
    fileprivate let read: @Sendable (ConfigurationReader) throws(ConfigurationError) -> Value

    fileprivate init(
        _ name: String, _ form: SettingForm, usual: String? = nil, isRequired: Bool = false, _ purpose: String,
        read: @escaping @Sendable (ConfigurationReader) throws(ConfigurationError) -> Value
    ) {
        setting = Setting(name: name, form: form, usual: usual, isRequired: isRequired, purpose: purpose)
        self.read = read
    }

    package var name: String { setting.name }
}

extension ConfigurationReader {
    /// Returns the setting's value; if the file does not have the setting, its default, or nil if there is none. Throws
    /// if the value is invalid, or if a setting declared with `required` is missing.
    package func read<Value>(_ key: SettingKey<Value>) throws(ConfigurationError) -> Value { try key.read(self) }

    /// Returns true if the file has the setting.
    func has<Value>(_ key: SettingKey<Value>) -> Bool { value(key.name) != nil }

    /// Returns the path of a setting, for messages.
    func path<Value>(of key: SettingKey<Value>) -> String { Self.join(path, key.name) }
}

extension SettingKey where Value == String? {
    /// Declares a text without a default.
    ///
    /// - Parameters:
    ///   - usual: The behavior without the setting, in words.
    ///   - isRequired: True if the caller refuses a file without the setting.
    static func text(
        _ name: String, without usual: String? = nil, isRequired: Bool = false, _ purpose: String
    ) -> Self {
        Self(name, .text, usual: usual, isRequired: isRequired, purpose) { reader throws(ConfigurationError) in
            try reader.string(name)
        }
    }
}

extension SettingKey where Value == String {
    static func text(_ name: String, usual: String, _ purpose: String) -> Self {
        Self(name, .text, usual: "`\(usual)`", purpose) { reader throws(ConfigurationError) in
            try reader.string(name) ?? usual
        }
    }

    static func required(_ name: String, _ purpose: String) -> Self {
        Self(name, .text, isRequired: true, purpose) { reader throws(ConfigurationError) in
            try reader.requiredString(name)
        }
    }
}

extension SettingKey where Value == [String]? {
    static func texts(
        _ name: String, without usual: String? = nil, isRequired: Bool = false, _ purpose: String
    ) -> Self {
        Self(name, .texts, usual: usual, isRequired: isRequired, purpose) { reader throws(ConfigurationError) in
            try reader.strings(name)
        }
    }
}

extension SettingKey where Value == Bool {
    static func flag(_ name: String, usual: Bool, _ purpose: String) -> Self {
        Self(name, .flag, usual: "`\(usual)`", purpose) { reader throws(ConfigurationError) in
            try reader.bool(name) ?? usual
        }
    }
}

extension SettingKey where Value == Int {
    static func integer(_ name: String, in range: ClosedRange<Int>, usual: Int, _ purpose: String) -> Self {
        Self(name, .integer(range), usual: "\(usual)", purpose) { reader throws(ConfigurationError) in
            try reader.integer(name, in: range) ?? usual
        }
    }
}

extension SettingKey where Value == Int? {
    static func integer(
        _ name: String, in range: ClosedRange<Int>, without usual: String? = nil, _ purpose: String
    ) -> Self {
        Self(name, .integer(range), usual: usual, purpose) { reader throws(ConfigurationError) in
            try reader.integer(name, in: range)
        }
    }
}

extension SettingKey where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    static func choice(_ name: String, usual: Value, _ purpose: String) -> Self {
        Self(name, .choice(Value.allCases.map(\.rawValue)), usual: "`\(usual.rawValue)`", purpose) {
            reader throws(ConfigurationError) in try reader.choice(name, of: Value.self) ?? usual
        }
    }
}

extension SettingKey {
    /// Declares a setting with a fixed set of values, and with a default that the caller determines.
    static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ name: String, of type: Choice.Type, without usual: String, _ purpose: String
    ) -> Self where Choice.RawValue == String, Value == Choice? {
        Self(name, .choice(Choice.allCases.map(\.rawValue)), usual: usual, purpose) {
            reader throws(ConfigurationError) in try reader.choice(name, of: Choice.self)
        }
    }
}

extension SettingKey where Value == ConfigurationReader? {
    /// Declares an object with the members of a group.
    static func group(_ name: String, _ group: SettingGroup, without usual: String? = nil, _ purpose: String) -> Self {
        Self(name, .group(group), usual: usual, purpose) { reader throws(ConfigurationError) in
            guard let (value, path) = reader.value(name) else { return nil }
            return try ConfigurationReader(value, at: path, of: group)
        }
    }
}

extension SettingKey where Value == JSONMember? {
    /// Declares a setting whose value the caller converts.
    static func value(
        _ name: String, as form: SettingForm = .value, without usual: String? = nil, isRequired: Bool = false,
        _ purpose: String
    ) -> Self {
        Self(name, form, usual: usual, isRequired: isRequired, purpose) { reader throws(ConfigurationError) in
            reader.value(name).map { JSONMember(value: $0.value, path: $0.path) }
        }
    }
}

/// A value in the configuration file, with its path for messages.
struct JSONMember: Sendable {
    let value: JSONValue
    let path: String
}
