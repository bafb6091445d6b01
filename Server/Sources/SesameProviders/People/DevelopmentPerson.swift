/// A person who exists only here. Generated people are called `Test User n`.
package struct DevelopmentPerson: Sendable, Hashable {
    /// The n of `Test User n`.
    package var number: Int
    /// `sub`: at Apple another one for each team.
    package var subject: String
    /// The address that the app gets.
    package var email: String
    /// True if that address is a relay of Apple's.
    package var hidesEmail: Bool
    /// The Google Workspace domain that the account belongs to.
    package var hostedDomain: String?

    /// The name that a developer typed for this person.
    package var typedName: String?

    /// The whole name.
    package var name: String { typedName ?? "Test User \(number)" }
    /// The given name: the first word.
    package var givenName: String { String(words[0]) }
    /// The family name: what follows.
    package var familyName: String { words.count > 1 ? String(words[1]) : "" }
    /// A picture's address in Google's form; there is nothing behind it.
    package var picture: String { "https://lh3.googleusercontent.com/a/test-user-\(number)=s96-c" }

    private var words: [Substring] {
        name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    }
}
