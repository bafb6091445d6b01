package import SesameCore

/// A name that Apple gave, until the server has it.
///
/// Apple gives it at the first consent and never again. A sign-in that fails then, or an app that ends in the middle of
/// it, would lose it for good; so ``AuthManager`` stores it before it asks the server, sends it again with the next
/// sign-in of the same person, and removes it when one has succeeded.
package struct FirstSignInName: Sendable, Equatable {
    /// The person's id at Apple, which is the `sub` of their ID tokens.
    package var appleUser: String
    /// The name.
    package var name: PersonName

    /// Makes the value.
    package init(appleUser: String, name: PersonName) {
        self.appleUser = appleUser
        self.name = name
    }
}

extension FirstSignInName: Redacted {}
