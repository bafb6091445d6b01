/// An error about a missing or invalid setting.
public struct Misfit: Error, CustomStringConvertible {
    /// The reason, written for the operator.
    public let description: String

    /// Creates an error with a reason, which the program prints before it exits.
    public init(description: String) {
        self.description = description
    }
}
