import SesameCore
import SesameWire

/// A target for the strict parser. An accepted text has the same value for Foundation and after serialization; a
/// refused text is also refused in pieces and with white space around it.
struct JSONTarget: FuzzTarget {
    private static let deeper = JSONLimits(depth: 17)

    func run(_ input: [UInt8]) {
        let padded = Array(" \t\n\r".utf8) + input + Array("\r\n".utf8)
        let notInOnePiece = try? JSONValue(parsing: input.reversed().lazy.map { $0 }.reversed())
        do throws(JSONError) {
            let value = try JSONValue(parsing: input)
            check(notInOnePiece == value, "bytes in pieces mean the same")
            check((try? JSONValue(parsing: padded)) == value, "white space around a value changes nothing")
            accepted(value, input)
        } catch {
            check((0...input.count).contains(error.offset), "an error lies in the document")
            check(notInOnePiece == nil, "bytes in pieces are refused, too")
            check((try? JSONValue(parsing: padded)) == nil, "white space heals nothing")
        }
    }

    private func accepted(_ value: JSONValue, _ input: [UInt8]) {
        let text = value.serialized()
        check((try? JSONValue(parsing: text)) == value, "a document says the same after writing it")
        check((try? JSONValue(parsing: text))?.serialized() == text, "writing is the same each time")
        check(text.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "no control characters are written")
        let nested = (try? JSONValue(parsing: [0x5B] + input + [0x5D], limits: Self.deeper))
        check(nested == .array([value]), "a value is one in an array, too")
        requireEnd(value, text)
        FoundationReading(text)?.requireSame(as: value)
    }

    /// Checks that an unclosed container or string and a duplicate member are refused.
    private func requireEnd(_ value: JSONValue, _ text: [UInt8]) {
        switch value {
        case .object(let object):
            check((try? JSONValue(parsing: text.dropLast())) == nil, "a document without its end is refused")
            guard let first = object.members.first else { return }
            let again: [UInt8] = Array(text.dropLast()) + [0x2C] + Array(JSONObject([first]).serialized().dropFirst())
            check((try? JSONValue(parsing: again)) == nil, "two members of one name are refused")
        case .array, .string:
            check((try? JSONValue(parsing: text.dropLast())) == nil, "a document without its end is refused")
        default: break
        }
    }
}
