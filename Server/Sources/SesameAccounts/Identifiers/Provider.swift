/// An identity provider, identified by a name. Identities are stored under the name and not under the issuer: Apple and
/// Google each have two issuers, and one user must not become two accounts.
package struct Provider: RawRepresentable, Sendable, Hashable {
    /// The name, as stored and as written by clients.
    package let rawValue: String

    /// Creates a provider from its name: up to 12 lowercase letters, digits and `-`, starting with a letter. Returns
    /// nil for any other name, and for the name of a sign-in method without a provider.
    package init?(rawValue: String) {
        // Most stored rows have one of these two providers.
        if rawValue == "google" || rawValue == "apple" {
            self.rawValue = rawValue
            return
        }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard (1...12).contains(rawValue.utf8.count), rawValue.utf8.first.map(letters.contains) == true,
            rawValue.utf8.allSatisfy({
                letters.contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }),
            !AuthenticationMethod.own.contains(where: { $0.rawValue == rawValue })
        else { return nil }
        self.rawValue = rawValue
    }

    private init(known name: String) {
        rawValue = name
    }

    package static let apple = Provider(known: "apple")
    package static let google = Provider(known: "google")
}
