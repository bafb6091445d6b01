/// A writer of the few DER elements (X.690) that keys and certificates need.
enum DERWriter {
    static func sequence(_ elements: [UInt8]...) -> [UInt8] {
        element(tag: 0x30, elements.flatMap(\.self))
    }

    /// Encodes an unsigned number, given in big-endian order.
    static func integer(_ number: [UInt8]) -> [UInt8] {
        // A set leading bit would make it negative.
        let sign: [UInt8] = number.first.map { $0 >= 0x80 } == true ? [0] : []
        return element(tag: 0x02, sign + number)
    }

    static func bitString(_ bytes: [UInt8]) -> [UInt8] {
        element(tag: 0x03, [0] + bytes)
    }

    static func element(tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length: [UInt8] =
            switch content.count {
            case ..<0x80: [UInt8(content.count)]
            case ..<0x100: [0x81, UInt8(content.count)]
            default: [0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
            }
        return [tag] + length + content
    }
}
