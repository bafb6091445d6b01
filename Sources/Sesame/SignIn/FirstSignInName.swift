package import SesameCore

/// A name that Apple has supplied, stored until the server has received it.
///
/// Apple supplies the name only at the first consent. If the sign-in then failed, or the app ended during the sign-in,
/// the name would be lost. So ``AuthManager`` stores the name before it calls the server, sends it again with the
/// user's next sign-in, and removes it after a successful one.
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
