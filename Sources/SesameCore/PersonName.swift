/// A person's name as they, or their device, state it. Nobody vouches for it.
///
/// Apple's sheet gives it beside the token, at the first consent and never again. Whatever prints it leaves the name out.
public struct PersonName: Sendable, Hashable {
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var familyName: String?

    /// Makes the name.
    public init(givenName: String? = nil, familyName: String? = nil) {
        self.givenName = givenName
        self.familyName = familyName
    }
}

extension PersonName: Redacted {}
