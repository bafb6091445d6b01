#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An IP address of 16 bytes. IPv4 is mapped into IPv6, so that both spellings of an address are equal.
struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    private(set) var bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the text form of an IPv4 or IPv6 address; nil for anything else, including ports and zones.
    init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            let octets = withUnsafeBytes(of: &four) { Array($0) }
            self.init(bytes: Self.mapped + octets)
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self.init(bytes: withUnsafeBytes(of: &six) { Array($0) })
    }

    static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff]

    var isIPv4: Bool { bytes.starts(with: Self.mapped) }

    var isLoopback: Bool {
        isIPv4 ? bytes[12] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// The IPv4 address embedded in an IPv6 address: IPv4-compatible (RFC 4291 section 2.5.5.1) or translated by NAT64
    /// under the well-known prefix `64:ff9b::/96` (RFC 6052). Any other address stays unchanged. `::` and `::1` do not
    /// count as IPv4 addresses, because no host has an address that begins with 0.
    ///
    /// 6to4 and Teredo are tunnels with their own addresses, and stay unchanged.
    var withoutTranslation: IPAddress {
        let isCompatible = bytes[12] != 0 && bytes.starts(with: Self.compatible)
        return isCompatible || bytes.starts(with: Self.translated) ? IPAddress(bytes: Self.mapped + bytes[12...]) : self
    }

    private static let compatible = [UInt8](repeating: 0, count: 12)
    private static let translated: [UInt8] = [0, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8)

    var description: String {
        if isIPv4 { return bytes[12...].map { String($0) }.joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A range of IP addresses such as `10.0.0.0/8`, or a single address.
package struct IPNetwork: Sendable, Hashable {
    private let base: IPAddress
    private let prefix: Int

    /// Reads `address` or `address/prefix`; nil for anything else, and for IPv4 addresses in the notation of IPv6
    /// networks that translate them, where `64:ff9b::/96` would contain every IPv4 address.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = IPAddress(String(parts[0])), base == base.withoutTranslation else { return nil }
        let width = base.isIPv4 ? 32 : 128
        var prefix = width
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy(ASCII.isDigit), let given = Int(parts[1]), given <= width else { return nil }
            prefix = given
        }
        self.base = base
        self.prefix = prefix + 128 - width
    }

    /// Returns true if the text is an address, without a prefix.
    package static func isAddress(_ text: String) -> Bool { IPAddress(text) != nil }

    /// Returns true if the text is an address in the range; false if it is not an address.
    package func contains(_ text: String) -> Bool { IPAddress(text).map(contains) ?? false }

    package func contains(_ address: AddressBits) -> Bool {
        let own = AddressBits(base)
        let high = min(prefix, 64)
        guard high == 0 || (own.high ^ address.high) >> UInt64(64 - high) == 0 else { return false }
        return prefix <= 64 || (own.low ^ address.low) >> UInt64(128 - prefix) == 0
    }

    func contains(_ address: IPAddress) -> Bool {
        let whole = prefix / 8
        guard base.bytes[..<whole] == address.bytes[..<whole] else { return false }
        let rest = prefix % 8
        return rest == 0 || (base.bytes[whole] ^ address.bytes[whole]) >> (8 - UInt8(rest)) == 0
    }
}
