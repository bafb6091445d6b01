/// A user's sign-in methods, as the account screen shows them.
package struct AccountMethods: Sendable, Equatable {
    /// A sign-in method of the account.
    package struct Present: Sendable, Equatable, Hashable {
        /// The server's name of the method, for example `google`.
        package let name: String
        /// The method, if it can be removed; nil if not, or if it is the only one.
        package let removable: LinkedMethod?

        /// True if the method is a password, which the user can change.
        package var isPassword: Bool { LinkedMethod(rawValue: name) == .password }
    }

    /// The account's methods, in the server's order.
    package let present: [Present]
    /// The methods that can be added, in the order in which they are shown.
    package let addable: [SignInOptions.Way]
    /// True if a password can be added.
    package let canAddPassword: Bool

    /// Creates the lists for the user: their methods, and the methods among the app's options that they can add.
    package init(of user: UserAuthInfo, _ options: SignInOptions) {
        present = user.providers.map { name in
            Present(name: name, removable: user.providers.count > 1 ? LinkedMethod(rawValue: name) : nil)
        }
        let known = Set(options.ways(confirming: user))
        addable = options.waysKeepingGuests.filter { !known.contains($0) }
        canAddPassword = options.allowsPasswords && !present.contains(where: \.isPassword)
    }
}
