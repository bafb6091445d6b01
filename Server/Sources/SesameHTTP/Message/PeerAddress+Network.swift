extension PeerAddress {
    /// The address's network: 24 bits of IPv4 or 48 bits of IPv6, such as `203.0.113.0/24`; nil without an address. The
    /// network suffices to detect abuse, but does not identify a user.
    package var network: String? {
        guard let address = IPAddress(ip)?.withoutTranslation else { return nil }
        let kept = address.isIPv4 ? 15 : 6
        let base = IPAddress(bytes: address.bytes.prefix(kept) + Array(repeating: 0, count: 16 - kept))
        return "\(base)/\(address.isIPv4 ? 24 : 48)"
    }
}
