/// The second factors that an app's users may add. Enrolled factors are required at sign-in regardless.
package struct SecondFactorSettings: Sendable, Equatable {
    /// The kinds that users may add; empty by default.
    package let kinds: Set<SecondFactor.Kind>

    package init(_ kinds: Set<SecondFactor.Kind> = []) {
        self.kinds = kinds
    }
}
