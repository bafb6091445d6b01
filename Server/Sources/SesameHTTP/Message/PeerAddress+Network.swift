extension PeerAddress {
    /// The network of the address, by which nobody is found again but abuse is: 24 bits of IPv4 and 48 of IPv6, such as
    /// `203.0.113.0/24`. Nil where there is no address.
    package var network: String? {
        guard let address = IPAddress(ip)?.withoutTranslation else { return nil }
        let kept = address.isIPv4 ? 15 : 6
        let base = IPAddress(bytes: address.bytes.prefix(kept) + Array(repeating: 0, count: 16 - kept))
        return "\(base)/\(address.isIPv4 ? 24 : 48)"
    }
}
