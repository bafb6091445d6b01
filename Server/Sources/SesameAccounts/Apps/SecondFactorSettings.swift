/// The second factors that an app's users may add. Enrolled factors are required at sign-in regardless.
package struct SecondFactorSettings: Sendable, Equatable {
    /// The kinds that may be added.
    package let kinds: Set<SecondFactor.Kind>

    /// Creates the settings.
    package init(_ kinds: Set<SecondFactor.Kind> = []) {
        self.kinds = kinds
    }
}
