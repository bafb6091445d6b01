import Foundation
import SesameTokens

/// A target for base64url: a valid text has exactly one value, and a value has exactly one text.
struct Base64URLTarget: FuzzTarget {
    func run(_ input: [UInt8]) {
        let encoded = Base64URL.encodedBytes(input)
        check(Base64URL.decode(encoded) == input, "what was encoded can be decoded")
        check(Base64URL.encode(input).utf8.elementsEqual(encoded), "text and bytes are the same")
        check(encoded == Self.byFoundation(input), "Foundation encodes in the same way")

        let decoded = Base64URL.decode(input)
        check(Base64URL.decode(input.lazy.map { $0 }) == decoded, "bytes in pieces mean the same")
        if let decoded {
            check(Base64URL.encodedBytes(decoded) == input, "a value has no second spelling")
        }
        let text = String(decoding: input, as: UTF8.self)
        if text.utf8.elementsEqual(input) {
            check(Base64URL.decode(text) == decoded, "text means the same as its bytes")
        }
    }

    private static func byFoundation(_ bytes: [UInt8]) -> [UInt8] {
        Data(bytes).base64EncodedData().compactMap { symbol in
            switch symbol {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: symbol
            }
        }
    }
}
