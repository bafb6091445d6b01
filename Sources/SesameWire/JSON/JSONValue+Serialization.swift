public import SesameCore

extension JSONValue {
    /// Returns the value as a JSON document in UTF-8, without white space.
    public func serialized() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        serialize(into: &bytes)
        return bytes
    }

    fileprivate func serialize(into bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let value): bytes.append(contentsOf: value.text.utf8)
        case .string(let value): value.appendQuoted(to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                element.serialize(into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object): object.serialize(into: &bytes)
        }
    }
}

extension JSONObject {
    /// Returns the object as a JSON document in UTF-8, without white space.
    public func serialized() -> [UInt8] {
        JSONValue.object(self).serialized()
    }

    fileprivate func serialize(into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (position, member) in members.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            member.name.appendQuoted(to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            member.value.serialize(into: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}

extension String {
    /// Appends the text in quotes. Escapes the characters that JSON requires, and also DEL and the line separators
    /// U+2028 and U+2029, because a separator would end a line in a log viewer or in a script.
    fileprivate func appendQuoted(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        let isPlain = utf8.withContiguousStorageIfAvailable { utf8 in
            guard utf8.arePlain else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if isPlain != true {
            for scalar in unicodeScalars { scalar.appendEscaped(to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// True if all characters are ASCII and need no escape. A text of more than 48 bytes, such as a token, is always
    /// checked to its end, which the compiler can do for many bytes at once; names and most values are shorter.
    fileprivate var arePlain: Bool {
        guard count > 48 else { return allSatisfy(\.isPlain) }
        var others: UInt8 = 0
        for byte in self { others |= byte.isPlain ? 0 : 1 }
        return others == 0
    }
}

extension UInt8 {
    /// True if the character is ASCII and needs no escape.
    fileprivate var isPlain: Bool {
        self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}

extension Unicode.Scalar {
    fileprivate func appendEscaped(to bytes: inout [UInt8]) {
        switch self {
        case "\"": bytes.append(contentsOf: #"\""#.utf8)
        case "\\": bytes.append(contentsOf: #"\\"#.utf8)
        case "\n": bytes.append(contentsOf: #"\n"#.utf8)
        case "\r": bytes.append(contentsOf: #"\r"#.utf8)
        case "\t": bytes.append(contentsOf: #"\t"#.utf8)
        case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
            let digits = String(value, radix: 16)
            bytes.append(contentsOf: #"\u"#.utf8)
            bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
            bytes.append(contentsOf: digits.utf8)
        default: bytes.append(contentsOf: String(self).utf8)
        }
    }
}
