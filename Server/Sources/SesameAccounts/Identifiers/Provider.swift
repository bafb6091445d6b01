/// A provider that vouches for identities. An identity is stored under this name, not the issuer's: Apple and Google
/// each have two issuers, and one user must not become two accounts.
package struct Provider: RawRepresentable, Sendable, Hashable {
    /// The name, as it is stored and as clients write it.
    package let rawValue: String

    /// Takes a name: up to 12 lower-case letters, digits and `-`, the first of them a letter; nil for any other, and for
    /// that of a way to sign in which no provider vouches for.
    package init?(rawValue: String) {
        // Most rows that are read have one of these two.
        if rawValue == "google" || rawValue == "apple" {
            self.rawValue = rawValue
            return
        }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard (1...12).contains(rawValue.utf8.count), rawValue.utf8.first.map(letters.contains) == true,
            rawValue.utf8.allSatisfy({
                letters.contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }),
            !SignInMethod.own.contains(where: { $0.rawValue == rawValue })
        else { return nil }
        self.rawValue = rawValue
    }

    private init(known name: String) {
        rawValue = name
    }

    /// Sign in with Apple.
    package static let apple = Provider(known: "apple")
    package static let google = Provider(known: "google")
}
