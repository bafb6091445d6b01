/// One hop of a `Forwarded` field (RFC 7239 section 4).
struct ForwardedElement: Equatable {
    /// The client of a hop, from the parameter `for`.
    enum Node: Equatable {
        case address(IPAddress)
        /// The value `unknown`, or an obfuscated identifier (RFC 7239 section 6.3).
        case hidden
    }

    /// The parameter `for`; nil if absent.
    var node: Node?
    /// The parameter `proto` in lowercase; nil if absent.
    var proto: String?

    /// Returns the elements of a field's value, in order; nil if any part of it violates the grammar, because its
    /// structure is then ambiguous.
    static func elements(_ value: String) -> [ForwardedElement]? {
        var scanner = ForwardedScanner(value)
        var elements: [ForwardedElement] = []
        repeat {
            guard let element = scanner.element() else { return nil }
            elements.append(element)
        } while scanner.skip(UInt8(ascii: ","))
        return scanner.isAtEnd ? elements : nil
    }

    /// Reads an address from `X-Forwarded-For`: plain, with a port as some proxies send it, or in brackets; nil for any
    /// other text.
    static func address(_ text: String) -> IPAddress? {
        if let address = IPAddress(text) { return address }
        guard case .address(let address)? = ForwardedScanner.node(text) else { return nil }
        return address
    }
}

/// A parser of a `Forwarded` field. It allows no blanks around `=` and `;`, and any number around `,`.
private struct ForwardedScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ value: String) { bytes = Array(value.utf8) }

    var isAtEnd: Bool { index == bytes.count }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// Reads an element with the blanks around it; nil if it is invalid. A parameter must not be repeated.
    mutating func element() -> ForwardedElement? {
        skipBlanks()
        defer { skipBlanks() }
        var element = ForwardedElement()
        var names: Set<String> = []
        repeat {
            guard let name = token()?.lowercased(), skip(UInt8(ascii: "=")), let value = value(),
                names.insert(name).inserted
            else { return nil }
            switch name {
            case "for":
                guard let node = Self.node(value) else { return nil }
                element.node = node
            case "proto": element.proto = value.lowercased()
            default: break
            }
        } while skip(UInt8(ascii: ";"))
        return element
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }

    private mutating func token() -> String? {
        let start = index
        while index < bytes.count, ASCII.isToken(bytes[index]) { index += 1 }
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    private mutating func value() -> String? {
        guard skip(UInt8(ascii: "\"")) else { return token() }
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard index < bytes.count else { return nil }
                text.append(bytes[index])
                index += 1
            default: text.append(byte)
            }
        }
        return nil
    }

    /// Reads an address with or without a port (IPv6 in brackets), `unknown`, or an obfuscated identifier, which begins
    /// with `_`; nil for any other text.
    static func node(_ text: String) -> ForwardedElement.Node? {
        let bytes = text.utf8
        let isBracketed = bytes.first == UInt8(ascii: "[")
        let end = isBracketed ? bytes.firstIndex(of: UInt8(ascii: "]")).map(bytes.index(after:)) : nil
        if isBracketed, end == nil { return nil }
        let colon = bytes[(end ?? bytes.startIndex)...].firstIndex(of: UInt8(ascii: ":"))
        let name = String(text[..<(colon ?? bytes.endIndex)])
        if let colon, !isPort(bytes[bytes.index(after: colon)...]) { return nil }
        if name.utf8.first == UInt8(ascii: "_") { return isMadeUp(name.utf8[...]) ? .hidden : nil }
        if ASCII.equal(name, "unknown") { return .hidden }
        if isBracketed {
            guard name.utf8.last == UInt8(ascii: "]"), let address = IPAddress(String(name.dropFirst().dropLast())),
                name.utf8.contains(UInt8(ascii: ":"))
            else { return nil }
            return .address(address)
        }
        return IPAddress(name).map { .address($0) }
    }

    private static func isPort(_ text: Substring.UTF8View) -> Bool {
        if text.first == UInt8(ascii: "_") { return isMadeUp(text) }
        return (1...5).contains(text.count) && text.allSatisfy(ASCII.isDigit)
    }

    private static func isMadeUp(_ text: Substring.UTF8View) -> Bool {
        text.count > 1
            && text.dropFirst().allSatisfy { byte in
                ASCII.isDigit(byte) || ASCII.lower(byte) &- UInt8(ascii: "a") < 26
                    || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
    }
}
