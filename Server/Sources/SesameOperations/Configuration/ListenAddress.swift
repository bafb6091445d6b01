/// An address and a port to listen on.
package struct ListenAddress: Sendable, Hashable {
    /// The address.
    package let host: String
    /// The port; 0 takes a free one.
    package let port: Int

    /// An address.
    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init(_ text: String, setting: String) throws(ConfigurationError) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), colon != text.startIndex
        else { throw ConfigurationError(setting, "an address and a port such as 127.0.0.1:8080 are expected") }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        self.init(host: String(host), port: port)
    }

    /// Reads an address that is to be another one than those of the other settings.
    init(_ text: String, setting: String, besides others: [String: ListenAddress]) throws(ConfigurationError) {
        try self.init(text, setting: setting)
        if let other = others.first(where: { $0.value.excludes(self) }) {
            throw ConfigurationError(setting, "it is the address of '\(other.key)'; choose another port")
        }
    }

    /// Returns true if no second listener can have the other address beside this one.
    private func excludes(_ other: ListenAddress) -> Bool {
        port != 0 && port == other.port && (host == other.host || takesAll || other.takesAll)
    }

    /// True if it stands for every address of the machine.
    private var takesAll: Bool { host == "0.0.0.0" || host == "::" }
}
