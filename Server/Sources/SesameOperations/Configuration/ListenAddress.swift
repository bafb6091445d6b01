/// An address and a port to listen on.
package struct ListenAddress: Sendable, Hashable {
    /// The IP address or host name; an IPv6 address has no brackets.
    package let host: String
    /// The port; 0 selects a free one.
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init(_ text: String, setting: String) throws(ConfigurationError) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), colon != text.startIndex
        else { throw ConfigurationError(setting, "must be an address and a port, such as 127.0.0.1:8080") }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        self.init(host: String(host), port: port)
    }

    /// Reads an address; throws if it conflicts with the address of another setting.
    init(_ text: String, setting: String, besides others: [String: ListenAddress]) throws(ConfigurationError) {
        try self.init(text, setting: setting)
        if let other = others.first(where: { $0.value.excludes(self) }) {
            throw ConfigurationError(setting, "conflicts with the address of '\(other.key)'; choose another port")
        }
    }

    /// Returns true if the two addresses cannot be listened on at the same time.
    private func excludes(_ other: ListenAddress) -> Bool {
        port != 0 && port == other.port && (host == other.host || takesAll || other.takesAll)
    }

    /// True if the address is a wildcard, which listens on all addresses of the machine.
    private var takesAll: Bool { host == "0.0.0.0" || host == "::" }
}
