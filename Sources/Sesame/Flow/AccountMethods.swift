/// A person's ways to sign in, as their account screen shows them.
package struct AccountMethods: Sendable, Equatable {
    /// A way that the account has.
    package struct Present: Sendable, Equatable, Hashable {
        /// The name that the server gives it, `google` for one.
        package let name: String
        /// The same, where it is one that can be taken away; nil for any other, and for the only one.
        package let removable: LinkedMethod?

        /// True for a password, which can be changed.
        package var isPassword: Bool { LinkedMethod(rawValue: name) == .password }
    }

    /// The ways that the account has, in the server's order.
    package let present: [Present]
    /// The ways that can be added, in the order in which they are shown.
    package let addable: [SignInOptions.Way]
    /// True if a password can be added.
    package let canAddPassword: Bool

    /// The ways of that person, in an app with those.
    package init(of user: UserAuthInfo, _ options: SignInOptions) {
        present = user.providers.map { name in
            Present(name: name, removable: user.providers.count > 1 ? LinkedMethod(rawValue: name) : nil)
        }
        let known = Set(options.ways(confirming: user))
        addable = options.waysKeepingGuests.filter { !known.contains($0) }
        canAddPassword = options.allowsPasswords && !present.contains(where: \.isPassword)
    }
}
