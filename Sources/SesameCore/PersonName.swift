/// A user's name as the user or the device states it. It is not verified.
///
/// Apple's sheet provides it beside the token, at the first consent and never again. No printed form contains the name.
public struct PersonName: Sendable, Hashable {
    /// The given name; nil if the user did not provide one.
    public var givenName: String?
    /// The family name; nil if the user did not provide one.
    public var familyName: String?

    /// Creates a name from its parts, each of which may be omitted.
    public init(givenName: String? = nil, familyName: String? = nil) {
        self.givenName = givenName
        self.familyName = familyName
    }
}

extension PersonName: Redacted {}
