/// A test user, named `Test User n` unless a developer has entered a name.
package struct DevelopmentUser: Sendable, Hashable {
    /// The number in the name `Test User n`.
    package var number: Int
    /// The `sub` claim. At Apple, a user has a different one in each team.
    package var subject: String
    /// The email address that the app receives.
    package var email: String
    /// True if the email address is an Apple relay address.
    package var hidesEmail: Bool
    /// The Google Workspace domain of the account; nil for a personal account.
    package var hostedDomain: String?

    /// The name that a developer entered for the user; nil for `Test User n`.
    package var typedName: String?

    /// The full name: the entered name, or else `Test User n`.
    package var name: String { typedName ?? "Test User \(number)" }
    /// The given name: the first word of the full name.
    package var givenName: String { String(words[0]) }
    /// The family name: the full name after its first word; empty for a single word.
    package var familyName: String { words.count > 1 ? String(words[1]) : "" }
    /// The URL of a picture in Google's form; no such picture exists.
    package var picture: String { "https://lh3.googleusercontent.com/a/test-user-\(number)=s96-c" }

    private var words: [Substring] {
        name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    }
}
