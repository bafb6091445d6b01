/// A test user. Generated users are called `Test User n`.
package struct DevelopmentUser: Sendable, Hashable {
    /// The n of `Test User n`.
    package var number: Int
    /// The `sub` claim. At Apple each team has its own.
    package var subject: String
    /// The address that the app gets.
    package var email: String
    /// True if that address is an Apple relay address.
    package var hidesEmail: Bool
    /// The Google Workspace domain that the account belongs to.
    package var hostedDomain: String?

    /// The name that a developer entered for this user.
    package var typedName: String?

    /// The full name.
    package var name: String { typedName ?? "Test User \(number)" }
    /// The given name: the first word of the full name.
    package var givenName: String { String(words[0]) }
    /// The family name: the rest of the full name.
    package var familyName: String { words.count > 1 ? String(words[1]) : "" }
    /// The URL of a picture in Google's form; no such picture exists.
    package var picture: String { "https://lh3.googleusercontent.com/a/test-user-\(number)=s96-c" }

    private var words: [Substring] {
        name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    }
}
