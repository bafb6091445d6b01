/// Which second factors an app's people may add. Those that are there are asked for, whatever it says.
public struct SecondFactorSettings: Sendable, Equatable {
    /// The kinds that may be added.
    public let kinds: Set<SecondFactor.Kind>

    /// Makes the settings.
    public init(_ kinds: Set<SecondFactor.Kind> = []) {
        self.kinds = kinds
    }
}
