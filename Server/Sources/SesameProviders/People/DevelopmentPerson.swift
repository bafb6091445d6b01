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

    /// The name that a developer typed for this person.
    public var typedName: String?

    /// The whole name.
    public var name: String { typedName ?? "Test User \(number)" }
    /// The given name: the first word.
    public var givenName: String { String(words[0]) }
    /// The family name: what follows.
    public var familyName: String { words.count > 1 ? String(words[1]) : "" }
    /// A picture's address in Google's form; there is nothing behind it.
    public var picture: String { "https://lh3.googleusercontent.com/a/test-user-\(number)=s96-c" }

    private var words: [Substring] {
        name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    }
}
