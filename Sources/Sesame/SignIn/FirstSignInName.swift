package import SesameCore

/// A name that Apple has supplied, until the server has it.
///
/// Apple supplies it at the first consent and never again. If that sign-in failed, or the app ended during it, the name
/// would be lost. So ``AuthManager`` stores it before it calls the server, sends it again with the user's next sign-in,
/// and removes it after a successful one.
package struct FirstSignInName: Sendable, Equatable {
    /// The user's id at Apple, which is the `sub` of their ID tokens.
    package var appleUser: String
    /// The given and family name that Apple has supplied.
    package var name: PersonName

    package init(appleUser: String, name: PersonName) {
        self.appleUser = appleUser
        self.name = name
    }
}

extension FirstSignInName: Redacted {}
