import Foundation
import SesameCore
import SesameWire

/// A document as parsed by Foundation, for comparison with the strict parser.
struct FoundationReading {
    private let content: Any

    /// Reads a document; nil if Foundation refuses it, for example for a number out of its range.
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
            // Beyond 15 digits, and for numbers with a fraction or an exponent, Foundation rounds.
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
            // Foundation treats names that differ only in their Unicode form as the same.
            guard others.count == object.count, !object.members.contains(where: { Self.hasMark($0.name) }) else {
                return
            }
            for member in object.members {
                guard let other = others[member.name] else { return check(false, "a member is there") }
                requireSame(other, member.value)
            }
        }
    }

    /// Returns true if the string contains a byte order mark. Foundation drops one at the start of a string, and after
    /// an escaped character.
    private static func hasMark(_ string: String) -> Bool { string.unicodeScalars.contains("\u{FEFF}") }
}
