/// The limit on concurrent connections from one address.
///
/// As with rate limits, a sender is counted twice: by its address and, with four times the allowance, by its network,
/// because a subscriber of IPv6 has 2⁶⁴ addresses and rented servers have neighboring ones.
package struct AddressConnectionLimit: Sendable {
    /// The maximum number of connections from one IPv4 address or one 64-bit prefix of IPv6. The network of the
    /// address, a block of 256 IPv4 addresses or a 48-bit prefix, may have four times as many.
    package var max: Int
    /// The networks that have no limit, such as those of the trusted proxies.
    package var exempt: [IPNetwork]

    package init(max: Int, exempt: [IPNetwork] = []) {
        self.max = max
        self.exempt = exempt
    }

    /// The allowance of a network, as a multiple of an address's.
    private static let networkAllowance = 4

    /// Returns the groups in which connections from the address are counted, and their limits; empty without a limit.
    func groups(of address: AddressBits) -> [(group: AddressBits, max: Int)] {
        if exempt.contains(where: { $0.contains(address) }) { return [] }
        return [(address.subscriber, max), (address.network, Self.networkAllowance * max)]
    }
}

/// The limit that rejected a connection.
package enum ConnectionLimit: String, Sendable, CaseIterable {
    /// The connections of all clients.
    case connections
    /// The connections from one address or its network.
    case connectionsFromAddress
}
