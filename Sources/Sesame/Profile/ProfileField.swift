public import Foundation
public import SesameCore

/// A field of an app's profiles: its name, and the conversion of its value from and to JSON.
///
/// An app defines its fields once:
/// ```swift
/// extension ProfileField where Value == CalendarDay {
///     static var birthDate: Self { .day("birthDate") }
/// }
/// profile[.birthDate]
/// ```
public struct ProfileField<Value: Sendable>: Sendable {
    /// The field's name in the app's schema and in the profile's JSON, for example `birthDate`.
    public let name: String

    let read: @Sendable (JSONValue) -> Value?
    let write: @Sendable (Value) -> JSONValue?

    /// Creates a field with its own conversion.
    /// - Parameters:
    ///   - read: The conversion from JSON; nil for JSON of another type.
    ///   - write: The conversion to JSON; nil for a value without a JSON form, which changes nothing.
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
    /// Returns a field that holds a JSON string. A value of another type reads as nil.
    public static func string(_ name: String) -> Self {
        Self(name, read: { $0.string }, write: { .string($0) })
    }
}

extension ProfileField where Value == Bool {
    /// Returns a field that holds JSON's `true` or `false`. A value of another type reads as nil.
    public static func bool(_ name: String) -> Self {
        Self(name, read: { $0.bool }, write: { .bool($0) })
    }
}

extension ProfileField where Value == Int {
    /// Returns a field that holds a whole number. A value of another type reads as nil.
    public static func integer(_ name: String) -> Self {
        Self(name, read: { $0.integer.flatMap { Int(exactly: $0) } }, write: { .integer($0) })
    }
}

extension ProfileField where Value == Double {
    /// Returns a field that holds a finite number. A value of another type reads as nil.
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
    /// Returns a field that holds a day in the form `1990-05-17`, for example a birthday.
    public static func day(_ name: String) -> Self {
        Self(name, read: { $0.string.flatMap { CalendarDay($0) } }, write: { .string($0.text) })
    }
}

extension ProfileField where Value == Date {
    /// Returns a field with a date and time, to the millisecond. A day without a time is invalid.
    public static func date(_ name: String) -> Self {
        Self(name, read: { $0.string.flatMap { Date(profileText: $0) } }, write: { .string($0.profileText) })
    }
}

extension ProfileField where Value == [String] {
    /// Returns a field with a list of texts. Elements of other types are skipped.
    public static func strings(_ name: String) -> Self {
        Self(
            name, read: { $0.array?.compactMap(\.string) },
            write: { .array($0.map { .string($0) }) })
    }
}

extension ProfileField where Value == JSONObject {
    /// Returns a field with named members, for example a place with its coordinates.
    public static func object(_ name: String) -> Self {
        Self(name, read: { $0.object }, write: { .object($0) })
    }
}

extension ProfileField where Value: RawRepresentable, Value.RawValue == String {
    /// Returns a field with one of the texts that this version of the app knows. A text of a newer version reads as
    /// `unknown`, and remains unchanged until the user chooses another one.
    public static func choice(_ name: String, unknown: Value) -> Self {
        Self(name, read: { $0.string.map { Value(rawValue: $0) ?? unknown } }, write: { .string($0.rawValue) })
    }
}
