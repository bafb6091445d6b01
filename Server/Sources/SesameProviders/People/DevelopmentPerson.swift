/// A person who exists only here. Generated people are called `Test User n`.
public struct DevelopmentPerson: Sendable, Hashable {
    /// The n of `Test User n`.
    public var number: Int
    /// `sub`: at Apple another one for each team.
    public var subject: String
    /// The address that the app gets.
    public var email: String
    /// Whether that address is a relay of Apple's.
    public var hidesEmail: Bool
    /// The Google Workspace domain that the account belongs to.
    public var hostedDomain: String?

    /// The whole name.
    public var name: String { "Test User \(number)" }
    /// The given name.
    public var givenName: String { "Test" }
    /// The family name.
    public var familyName: String { "User \(number)" }
    /// A picture's address in Google's form; there is nothing behind it.
    public var picture: String { "https://lh3.googleusercontent.com/a/test-user-\(number)=s96-c" }
}
