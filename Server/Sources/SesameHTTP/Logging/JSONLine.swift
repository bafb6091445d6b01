import Logging

/// A builder of one JSON object in ASCII.
struct JSONLine {
    private var bytes: [UInt8] = []

    mutating func begin(_ key: String, _ value: String) {
        bytes.reserveCapacity(256)
        bytes.append(UInt8(ascii: "{"))
        pair(key, .string(value))
    }

    mutating func add(_ key: String, _ value: String) { add(key, .string(value)) }

    mutating func add(_ key: String, _ value: Logger.MetadataValue) {
        bytes.append(UInt8(ascii: ","))
        pair(key, value)
    }

    mutating func finished() -> [UInt8] {
        bytes.append(contentsOf: "}\n".utf8)
        return bytes
    }

    private mutating func pair(_ key: String, _ value: Logger.MetadataValue) {
        string(key)
        bytes.append(UInt8(ascii: ":"))
        self.value(value)
    }

    private mutating func value(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let text): string(text)
        case .stringConvertible(let value): string(value.description)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                self.value(value)
            }
            bytes.append(UInt8(ascii: "]"))
        case .dictionary(let values):
            bytes.append(UInt8(ascii: "{"))
            for (index, entry) in values.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                pair(entry.key, entry.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for unit in text.utf16 {
            switch unit {
            case 0x22, 0x5c:
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(UInt8(unit))
            case 0x20...0x7e: bytes.append(UInt8(unit))
            default:
                bytes.append(contentsOf: "\\u".utf8)
                for shift in [12, 8, 4, 0] as [UInt16] {
                    let digit = UInt8(unit >> shift & 15)
                    bytes.append(digit < 10 ? 48 + digit : 87 + digit)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
