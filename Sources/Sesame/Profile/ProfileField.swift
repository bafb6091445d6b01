public import Foundation
public import SesameCore

/// A field of an app's profiles: its name, and how its value is read and written.
///
/// An app names its fields once:
/// ```swift
/// extension ProfileField where Value == CalendarDay {
///     static var birthDate: Self { .day("birthDate") }
/// }
/// profile[.birthDate]
/// ```
public struct ProfileField<Value: Sendable>: Sendable {
    /// The name in the profile.
    public let name: String

    let read: @Sendable (JSONValue) -> Value?
    let write: @Sendable (Value) -> JSONValue?

    /// A field that is read and written so.
    /// - Parameters:
    ///   - read: The value; nil for JSON that is none.
    ///   - write: The JSON; nil for a value that has none, which then changes nothing.
    public init(
        _ name: String, read: @escaping @Sendable (JSONValue) -> Value?,
        write: @escaping @Sendable (Value) -> JSONValue?
    ) {
        self.name = name
        self.read = read
        self.write = write
    }
}

extension ProfileField where Value == String {
    /// A text.
    public static func string(_ name: String) -> Self {
        Self(name, read: { $0.string }, write: { .string($0) })
    }
}

extension ProfileField where Value == Bool {
    /// `true` or `false`.
    public static func bool(_ name: String) -> Self {
        Self(name, read: { $0.bool }, write: { .bool($0) })
    }
}

extension ProfileField where Value == Int {
    /// A whole number.
    public static func integer(_ name: String) -> Self {
        Self(name, read: { $0.integer.flatMap { Int(exactly: $0) } }, write: { .integer($0) })
    }
}

extension ProfileField where Value == Double {
    /// A number.
    public static func number(_ name: String) -> Self {
        Self(
            name,
            read: {
                guard case .number(let number) = $0, number.double.isFinite else { return nil }
                return number.double
            }, write: { JSONNumber($0).map { .number($0) } })
    }
}

extension ProfileField where Value == CalendarDay {
    /// A day, for example a birthday.
    public static func day(_ name: String) -> Self {
        Self(name, read: { $0.string.flatMap { CalendarDay($0) } }, write: { .string($0.text) })
    }
}

extension ProfileField where Value == Date {
    /// A moment, to the millisecond. A day as such is none.
    public static func date(_ name: String) -> Self {
        Self(name, read: { $0.string.flatMap { Date(profileText: $0) } }, write: { .string($0.profileText) })
    }
}

extension ProfileField where Value == [String] {
    /// A list of texts. Something else among them is left out.
    public static func strings(_ name: String) -> Self {
        Self(
            name, read: { $0.array?.compactMap(\.string) },
            write: { .array($0.map { .string($0) }) })
    }
}

extension ProfileField where Value == JSONObject {
    /// Named members, for example a place with its coordinates.
    public static func object(_ name: String) -> Self {
        Self(name, read: { $0.object }, write: { .object($0) })
    }
}

extension ProfileField where Value: RawRepresentable, Value.RawValue == String {
    /// One of the texts that this version of the app knows. Another one, of a newer version, reads as `unknown`, and
    /// stays what it is as long as nothing else is chosen.
    public static func choice(_ name: String, unknown: Value) -> Self {
        Self(name, read: { $0.string.map { Value(rawValue: $0) ?? unknown } }, write: { .string($0.rawValue) })
    }
}
