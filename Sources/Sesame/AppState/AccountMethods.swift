/// A user's sign-in methods for the account screen: those of the account, and those that can be added.
package struct AccountMethods: Sendable, Equatable {
    /// A sign-in method that the account has.
    package struct Present: Sendable, Equatable, Hashable {
        /// The server's name of the method, for example `google`.
        package let name: String
        /// The method to remove; nil if it is the account's only one, or of a kind that users cannot remove.
        package let removable: LinkedMethod?

        /// True if the method is a password, which the user can change.
        package var isPassword: Bool { LinkedMethod(rawValue: name) == .password }
    }

    /// The account's methods, in the server's order.
    package let present: [Present]
    /// The methods that can be added, in the order in which they are shown.
    package let addable: [SignInOptions.Way]
    /// True if the app allows passwords and the account has none.
    package let canAddPassword: Bool

    /// Creates the lists for a user: the account's methods, and the methods that the app offers and the account lacks.
    package init(of user: UserAuthInfo, _ options: SignInOptions) {
        present = user.providers.map { name in
            Present(name: name, removable: user.providers.count > 1 ? LinkedMethod(rawValue: name) : nil)
        }
        let known = Set(options.ways(confirming: user))
        addable = options.waysKeepingGuests.filter { !known.contains($0) }
        canAddPassword = options.allowsPasswords && !present.contains(where: \.isPassword)
    }
}
