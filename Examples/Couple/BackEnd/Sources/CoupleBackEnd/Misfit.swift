/// An error about a missing or invalid setting.
public struct Misfit: Error, CustomStringConvertible {
    /// The reason, written for the operator.
    public let description: String

    /// Creates an error with the reason to print at the start.
    public init(description: String) {
        self.description = description
    }
}
