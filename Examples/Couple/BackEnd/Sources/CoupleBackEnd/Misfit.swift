/// A setting that is not there, or does not fit.
public struct Misfit: Error, CustomStringConvertible {
    /// The reason, for whoever starts the program.
    public let description: String

    /// Says a reason.
    public init(description: String) {
        self.description = description
    }
}
