/// Which second factors an app's people may add. Those that are there are asked for, whatever it says.
package struct SecondFactorSettings: Sendable, Equatable {
    /// The kinds that may be added.
    package let kinds: Set<SecondFactor.Kind>

    /// Makes the settings.
    package init(_ kinds: Set<SecondFactor.Kind> = []) {
        self.kinds = kinds
    }
}
