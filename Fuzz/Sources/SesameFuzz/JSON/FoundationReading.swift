import Foundation
import SesameCore
import SesameWire

/// A document as Foundation reads it: a second opinion on what a text means.
struct FoundationReading {
    private let content: Any

    /// Nil for what Foundation refuses, which may be a number that it cannot hold.
    init?(_ text: [UInt8]) {
        guard let content = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed) else {
            return nil
        }
        self.content = content
    }

    func requireSame(as value: JSONValue) { Self.requireSame(content, value) }

    private static func requireSame(_ content: Any, _ value: JSONValue) {
        switch value {
        case .null: check(content is NSNull, "null is null")
        case .bool(let bool): check((content as? Bool) == bool, "a truth value is the same")
        case .number(let number):
            // Beyond 15 digits, and behind a point or an exponent, Foundation rounds.
            guard number.text.utf8.count < 16, let integer = number.integer else { return }
            check((content as? NSNumber)?.int64Value == integer, "an integer is the same")
        case .string(let string):
            guard !Self.hasMark(string) else { return }
            check((content as? String)?.hasSameBytes(as: string) == true, "a string has the same bytes")
        case .array(let elements):
            guard let others = content as? [Any], others.count == elements.count else {
                return check(false, "an array is as long")
            }
            for (other, element) in zip(others, elements) { requireSame(other, element) }
        case .object(let object):
            guard let others = content as? [String: Any] else { return check(false, "an object is an object") }
            // Foundation takes names that differ in their Unicode form alone for one.
            guard others.count == object.count, !object.members.contains(where: { Self.hasMark($0.name) }) else {
                return
            }
            for member in object.members {
                guard let other = others[member.name] else { return check(false, "a member is there") }
                requireSame(other, member.value)
            }
        }
    }

    /// Foundation drops a byte order mark in front of a string, and behind an escaped character within it.
    private static func hasMark(_ string: String) -> Bool { string.unicodeScalars.contains("\u{FEFF}") }
}
